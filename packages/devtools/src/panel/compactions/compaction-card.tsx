import type { CompactionRecord } from '@agent-memory/core';
import type { ReactNode } from 'react';
import { compactionLine, stageBars } from '../../view-model/compaction-summary.ts';
import { entryKey, rangeAt } from '../../view-model/context-rows.ts';
import { formatCount, formatMoment, formatPlaces } from '../../view-model/format.ts';
import { usePanel } from '../panel-context.ts';

/** One compaction: its line, its stages as bars, and the messages that left. */
export function CompactionCard({
  record,
  onGoTo,
}: {
  readonly record: CompactionRecord;
  readonly onGoTo: (key: string, openRange: number) => void;
}): ReactNode {
  const { state } = usePanel();
  return (
    <article className="compaction">
      <header>
        <h2>{compactionLine(record)}</h2>
        <time dateTime={new Date(record.startedAtMs).toISOString()}>
          {formatMoment(record.startedAtMs, state.planAtMs)}
        </time>
      </header>
      <ol className="stages" aria-label="Stages">
        {stageBars(record).map(({ stage, label, after, removed }) => (
          <li key={stage}>
            <span className="stage-name">{stage}</span>
            <span className="stage-bar" aria-hidden="true">
              <span className="stage-after" style={{ width: `${after * 100}%` }} />
              <span className="stage-removed" style={{ width: `${removed * 100}%` }} />
            </span>
            <span className="stage-label">{label}</span>
          </li>
        ))}
      </ol>
      <LeftRanges record={record} onGoTo={onGoTo} />
    </article>
  );
}

function LeftRanges({
  record,
  onGoTo,
}: {
  readonly record: CompactionRecord;
  readonly onGoTo: (key: string, openRange: number) => void;
}): ReactNode {
  const { plan } = usePanel().state;
  if (record.left.length === 0) {
    return <p className="quiet">No message left; what is sent of some was shortened.</p>;
  }
  return (
    <ul className="left-ranges" aria-label="Messages that left">
      {record.left.map(({ fromSeq, toSeq }) => {
        const label = `${formatCount(toSeq - fromSeq, 'message')} ${formatPlaces(fromSeq, toSeq)}`;
        // Neighbouring ranges are merged later on, so the plan may hold it as part of a longer one.
        const range = plan && rangeAt(plan, fromSeq);
        return (
          <li key={fromSeq}>
            {range ? (
              <>
                <span className="relation">Left: </span>
                <button
                  type="button"
                  className="link"
                  onClick={() => onGoTo(entryKey(fromSeq), range.fromSeq)}
                >
                  {label}
                </button>
              </>
            ) : (
              <span className="quiet">{label}, back in the view since</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
