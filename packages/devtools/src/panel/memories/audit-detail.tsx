import type { ReactNode } from 'react';
import type { AuditFacts } from '../../source/audit-facts.ts';
import { actionName, reasonWords } from '../../view-model/audit-words.ts';
import { capitalised } from '../../view-model/code-words.ts';
import { formatCount, formatMoment } from '../../view-model/format.ts';
import { Pane, type PaneFrame } from '../parts/pane.tsx';
import { AuditedRecordLink } from './audited-record.tsx';

/** An entry of the audit log: what was done, when, why, and to which records. */
export function AuditDetail({
  entry,
  nowMs,
  ...frame
}: PaneFrame & { readonly entry: AuditFacts; readonly nowMs: number }): ReactNode {
  const { number, atMs, action, namespace, records, recordCount } = entry;
  const more = recordCount - records.length;
  return (
    <Pane
      {...frame}
      title={`${capitalised(actionName(action))}: ${formatCount(recordCount, 'record')}`}
      facts={[formatMoment(atMs, nowMs), namespace, `entry ${number}`]}
      bodyLabel="Records of the entry"
    >
      <p className="sentence">{capitalised(reasonWords(entry))}.</p>
      <ul className="audited" aria-label="Records">
        {records.map((record) => (
          <li key={record.id}>
            <AuditedRecordLink record={record} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="quiet">and {formatCount(more, 'more', 'more')}</p>}
      <p className="quiet">
        The log keeps ids, no texts: a record reads here as it is now, and one that was erased reads
        as nothing.
      </p>
    </Pane>
  );
}
