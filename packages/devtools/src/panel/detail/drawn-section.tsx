import { type ReactNode, useCallback } from 'react';
import type { DrawnRecords } from '../../source/drawn-records.ts';
import type { Changing } from '../parts/on-frames.ts';
import { usePanel } from '../parts/panel-context.ts';
import { arrived, useLatestAnswer } from '../parts/use-answer.ts';
import { useChanges } from '../parts/use-changes.ts';

const NEVER: Changing = { subscribe: () => () => undefined };

/**
 * The records that were drawn from the session; `undefined` where there is no long-term memory, or they
 * are not here yet. Asked for once and after each change, whichever message is looked at.
 */
export function useDrawnRecords(): DrawnRecords | undefined {
  const { source, isShown } = usePanel();
  const { longTerm } = source;
  const version = useChanges(longTerm ?? NEVER, isShown);
  return arrived(
    useLatestAnswer(
      source,
      // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
      useCallback(
        () => longTerm?.drawnFrom(source.sessionId ?? source.name),
        [source, longTerm, version],
      ),
    ),
  );
}

/** The records that were drawn from a message, with the ways to them. */
export function DrawnSection({
  drawn,
  entryId,
}: {
  readonly drawn: DrawnRecords | undefined;
  readonly entryId: string;
}): ReactNode {
  const { goToRecord } = usePanel();
  if (!drawn || !goToRecord) return null;
  const records = drawn.records.filter(({ entryIds }) => entryIds.includes(entryId));
  return (
    <section className="drawn" aria-label="Records drawn from it">
      <h3>Records drawn from it</h3>
      {records.length === 0 ? (
        <p className="quiet">{drawn.isAll ? NONE : NONE_OF_NEWEST}</p>
      ) : (
        <ul>
          {records.map(({ id, start }) => (
            <li key={id}>
              <button type="button" className="link hit-text" onClick={() => goToRecord(id)}>
                {start}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const NONE = 'None that holds.';
const NONE_OF_NEWEST = 'None of the newest; there are more records than are looked through here.';
