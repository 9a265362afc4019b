import type { ReactNode } from 'react';
import { Press } from '../elements/elements.tsx';
import type { AuditedRecord } from '../source/audit-facts.ts';
import type { RecordMark } from '../source/namespace-facts.ts';
import { useMemoriesView } from './memories-view.ts';
import { markWords } from './record-words.ts';

/** The text of a record; a press opens it. Without an id there is nothing to open. */
export function RecordLink(props: {
  readonly id: string | undefined;
  readonly start: string;
  /** False in a row of a grid. Default: true. */
  readonly isTabStop?: boolean;
}): ReactNode {
  const { id, start, isTabStop = true } = props;
  const { dispatchMemories } = useMemoriesView();
  if (id === undefined) return <span className="hit-text">{start}</span>;
  return (
    <Press
      look="link hit-text"
      tabIndex={isTabStop ? undefined : -1}
      onClick={(event) => {
        event.stopPropagation();
        dispatchMemories({ type: 'change', change: { selectedId: id } });
      }}
    >
      {start}
    </Press>
  );
}

/** A record that the log names: its text now, or that it was erased. */
export function AuditedRecordLink(props: {
  readonly record: AuditedRecord | undefined;
  readonly isTabStop?: boolean;
}): ReactNode {
  const { record, isTabStop } = props;
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

export function RecordMarks({ marks }: { readonly marks: readonly RecordMark[] }): ReactNode {
  return marks.map((mark) => (
    <span key={mark} className="tag" data-mark={mark} title={markWords(mark).meaning}>
      {markWords(mark).name}
    </span>
  ));
}
