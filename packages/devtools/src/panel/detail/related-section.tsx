import type { Decision } from '@agent-memory/core';
import { type ReactNode, useCallback } from 'react';
import { type RelatedItem, relatedOriginal } from '../../view-model/related-items.ts';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useAnswer } from '../parts/use-answer.ts';

/** The ways that lead from an item to others. */
export function RelatedSection({
  related,
  decision,
}: {
  readonly related: readonly RelatedItem[];
  readonly decision: Decision | undefined;
}): ReactNode {
  const elsewhere = useDisplacingOriginals(decision);
  const all = [...related, ...elsewhere];
  if (all.length === 0) return null;
  return (
    <ul className="related" aria-label="Related">
      {all.map((item) => (
        <li key={`${item.relation}:${item.key}`}>
          <RelatedLink item={item} />
        </li>
      ))}
    </ul>
  );
}

function RelatedLink({ item }: { readonly item: RelatedItem }): ReactNode {
  const { goToRow } = usePanel();
  return (
    <>
      <span className="relation">{item.relation} </span>
      <button type="button" className="link" onClick={() => goToRow(item.key)}>
        {item.title}
      </button>
    </>
  );
}

/** An entry that displaced the item and is itself not sent: only the transcript names it. */
function useDisplacingOriginals(decision: Decision | undefined): readonly RelatedItem[] {
  const { source, state } = usePanel();
  const { plan } = state;
  const asked = useAnswer(
    useCallback(() => {
      const absent = (decision?.by ?? []).filter(
        (id) => !plan?.items.some((item) => item.id === id),
      );
      return absent.length === 0 ? [] : Promise.all(absent.map((id) => source.entryById(id)));
    }, [source, decision, plan]),
  );
  return (arrived(asked) ?? []).flatMap((entry) => (entry ? [relatedOriginal(entry.seq)] : []));
}
