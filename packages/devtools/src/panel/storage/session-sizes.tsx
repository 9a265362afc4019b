import { type ReactNode, useCallback } from 'react';
import type { StorageSource, StoredSessionFacts } from '../../source/storage-source.ts';
import { formatBytes, formatCount, formatMoment } from '../../view-model/format.ts';
import { type Asked, useLatestAnswer } from '../parts/use-answer.ts';

/** Rows that are drawn; a store may hold thousands of sessions. */
const ROWS = 20;

/** The sessions of the store, the largest first where it measures them. */
export function SessionSizes({
  sessions,
  ownId,
  version,
}: {
  readonly sessions: NonNullable<StorageSource['sessions']>;
  /** The session that is shown. */
  readonly ownId: string;
  readonly version: number;
}): ReactNode {
  const asked = useLatestAnswer(
    sessions,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => sessions(), [sessions, version]),
  );
  return (
    <section aria-label="Stored sessions">
      <h3>Stored sessions</h3>
      <SessionLines asked={asked} ownId={ownId} />
    </section>
  );
}

function SessionLines({
  asked,
  ownId,
}: {
  readonly asked: Asked<readonly StoredSessionFacts[]>;
  readonly ownId: string;
}): ReactNode {
  if (asked.status === 'waiting') return <p className="quiet">Counting …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The sessions did not arrive. {asked.message}</p>;
  }
  const { value: all } = asked;
  if (all.length === 0) return <p className="quiet">There is none.</p>;
  return (
    <>
      <ul className="stored-sessions">
        {all.slice(0, ROWS).map(({ id, title, entries, updatedAtMs, bytes }) => (
          <li key={id}>
            <span className="stored-session">
              {title || <code>{id}</code>}{' '}
              {id === ownId && <span className="tag">this session</span>}
            </span>
            <span className="quiet">{formatCount(entries, 'message')}</span>
            <span className="quiet">last stored {formatMoment(updatedAtMs, Date.now())}</span>
            {bytes !== undefined && <span className="stored-bytes">{formatBytes(bytes)}</span>}
          </li>
        ))}
      </ul>
      {all.length > ROWS && (
        <p className="quiet">and {formatCount(all.length - ROWS, 'session')} more</p>
      )}
    </>
  );
}
