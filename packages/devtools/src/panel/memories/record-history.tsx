import type { MemoryRecord } from '@agent-memory/long-term';
import type { ReactNode } from 'react';
import { capitalised } from '../../view-model/code-words.ts';
import { formatMoment } from '../../view-model/format.ts';
import { historySteps } from '../../view-model/record-history.ts';
import { usePanel } from '../parts/panel-context.ts';

/** Every version of a record and of those that it corrects, with ways to them. */
export function RecordHistory({
  record,
  versions,
  nowMs,
}: {
  readonly record: MemoryRecord;
  readonly versions: readonly MemoryRecord[];
  readonly nowMs: number;
}): ReactNode {
  const { supersedes, alsoSupersedes = [], supersededBy } = record;
  const corrected = supersedes === undefined ? alsoSupersedes : [supersedes, ...alsoSupersedes];
  return (
    <section className="record-section" aria-label="History">
      <h3>History</h3>
      {(corrected.length > 0 || supersededBy !== undefined) && (
        <ul className="related" aria-label="Related records">
          {supersededBy !== undefined && (
            <li>
              <RecordLink id={supersededBy}>Corrected by a newer record</RecordLink>
            </li>
          )}
          {corrected.map((id) => (
            <li key={id}>
              <RecordLink id={id}>Corrects an earlier record</RecordLink>
            </li>
          ))}
        </ul>
      )}
      <ol className="history">
        {historySteps(record.id, versions).map(({ key, atMs, words, text, recordId }) => (
          <li key={key}>
            <time dateTime={new Date(atMs).toISOString()}>{formatMoment(atMs, nowMs)}</time>
            <p>
              {recordId === undefined ? '' : 'The record before: '}
              {recordId === undefined ? capitalised(words) : words}
              {text !== undefined && <q>{text}</q>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function RecordLink({ id, children }: { readonly id: string; readonly children: string }) {
  const { dispatchMemories } = usePanel();
  return (
    <button type="button" className="link" onClick={() => dispatchMemories({ type: 'select', id })}>
      {children}
    </button>
  );
}
