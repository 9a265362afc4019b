import type { ReactNode } from 'react';
import type { AuditedRecord } from '../../source/audit-facts.ts';
import { RecordLink } from './record-link.tsx';

/** A record that the audit log names: the way to it, or that it was erased. */
export function AuditedRecordLink({
  record,
  isTabStop,
}: {
  readonly record: AuditedRecord | undefined;
  readonly isTabStop?: boolean;
}): ReactNode {
  if (record?.start === undefined) {
    return (
      <span className="gone">
        <span className="tag" data-mark="erased">
          erased
        </span>{' '}
        <code>{record?.id ?? 'no record'}</code>
      </span>
    );
  }
  return <RecordLink id={record.id} start={record.start} isTabStop={isTabStop ?? true} />;
}
