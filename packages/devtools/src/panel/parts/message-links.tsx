import type { Entry } from '@agent-memory/core';
import { type ReactNode, useCallback } from 'react';
import { usePanel } from './panel-context.ts';
import { arrived, useAnswer } from './use-answer.ts';

/** A message by its place, with the way to it where a context stands that the way leads into. */
export function MessageLink({ entry }: { readonly entry: Entry }): ReactNode {
  const { state, goToMessage } = usePanel();
  const title = `Message #${entry.seq}`;
  if (!state.plan) return title;
  return (
    <button type="button" className="link" onClick={() => goToMessage(entry.seq)}>
      {title}
    </button>
  );
}

/** Messages of the open session in one line, in their order. `entryIds` must be stable between renders. */
export function MessageLinks({ entryIds }: { readonly entryIds: readonly string[] }): ReactNode {
  const entries = useEntriesById(entryIds);
  if (!entries) return null;
  const found = entries.filter((entry) => entry !== undefined).toSorted((a, b) => a.seq - b.seq);
  const gone = entries.length - found.length;
  return (
    <span className="message-links">
      {found.map((entry, index) => (
        <span key={entry.id}>
          {index > 0 && ', '}
          <MessageLink entry={entry} />
        </span>
      ))}
      {gone > 0 && <span className="quiet">{found.length > 0 && ', '}a message that is gone</span>}
    </span>
  );
}

/** Messages of the open session; `undefined` until they are here, and for each that there is not. */
function useEntriesById(entryIds: readonly string[]): readonly (Entry | undefined)[] | undefined {
  const { source } = usePanel();
  return arrived(
    useAnswer(
      useCallback(
        () => Promise.all(entryIds.map((id) => source.entryById(id))),
        [source, entryIds],
      ),
    ),
  );
}
