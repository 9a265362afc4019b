import type { Decision } from '@agent-memory/core';
import { type ReactNode, useCallback } from 'react';
import { rangeAt } from '../../view-model/context-rows.ts';
import { type RelatedItem, relatedOriginal } from '../../view-model/related-items.ts';
import { usePanel } from '../panel-context.ts';
import { arrived, useAnswer } from '../use-answer.ts';

/** Ways to what an item stands for, what displaced it and where it travels. */
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
  const { dispatch, state } = usePanel();
  function follow(): void {
    const [kind, place] = item.key.split(':');
    const seq = kind === 'entry' || kind === 'range' ? Number(place) : undefined;
    const range = seq === undefined || !state.plan ? undefined : rangeAt(state.plan, seq);
    const openRange = range && { openRange: range.fromSeq };
    dispatch({ type: 'go-to', key: item.key, ...openRange });
  }
  return (
    <>
      <span className="relation">{item.relation} </span>
      <button type="button" className="link" onClick={follow}>
        {item.title}
      </button>
    </>
  );
}

/** What displaced it and is itself not sent: the plan does not name it, the transcript does. */
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
