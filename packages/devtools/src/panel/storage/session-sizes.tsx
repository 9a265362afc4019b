import { type ReactNode, useCallback, useState } from 'react';
import type { StorageSource, StoredSessionFacts } from '../../source/storage-source.ts';
import { formatBytes, formatCount, formatMoment } from '../../view-model/format.ts';
import { type Asked, useLatestAnswer } from '../parts/use-answer.ts';

/** Rows that are drawn; a store may hold thousands of sessions. */
const ROWS = 20;

/** The sessions of the store; measured, which reads all of it, only where a person asks for that. */
export function SessionSizes({
  sessions,
  measured,
  ownId,
  version,
}: {
  readonly sessions: NonNullable<StorageSource['sessions']>;
  readonly measured: StorageSource['measured'];
  /** The session that is shown. */
  readonly ownId: string;
  readonly version: number;
}): ReactNode {
  const [isMeasured, setMeasured] = useState(false);
  const ask = (isMeasured && measured) || sessions;
  const asked = useLatestAnswer(
    sessions,
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew after each change
    useCallback(() => ask(), [ask, version]),
  );
  return (
    <section aria-label="Stored sessions">
      <h3>Stored sessions</h3>
      <SessionLines asked={asked} ownId={ownId} />
      {measured && (
        <button
          type="button"
          className="button"
          aria-pressed={isMeasured}
          title="Reads everything that is stored"
          onClick={() => setMeasured(!isMeasured)}
        >
          By size
        </button>
      )}
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
