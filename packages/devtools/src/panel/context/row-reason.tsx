import { type Decision, describeDecision } from '@agent-memory/core';
import type { ReactNode } from 'react';
import type { ContextRow } from '../../view-model/context-rows.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import { useDecision, useEntry } from '../parts/use-messages.ts';

/** The reason for the selected row, below it; nothing where a row has none. */
export function RowReason({
  row,
  columns,
}: {
  readonly row: ContextRow;
  /** Columns of the list, all of which the reason takes in. */
  readonly columns: number;
}): ReactNode {
  switch (row.kind) {
    case 'item':
      return <Reason decision={row.item.decision} columns={columns} />;
    case 'range':
      return <Reason decision={row.range.decision} columns={columns} />;
    case 'withheld':
      return <Reason decision={row.decision} columns={columns} />;
    case 'entry':
      return <EntryReason seq={row.seq} columns={columns} />;
    default:
      return null;
  }
}

function EntryReason({
  seq,
  columns,
}: {
  readonly seq: number;
  readonly columns: number;
}): ReactNode {
  const decision = useDecision(useEntry(seq)?.id);
  return decision ? <Reason decision={decision} columns={columns} /> : null;
}

function Reason({
  decision,
  columns,
}: {
  readonly decision: Decision;
  readonly columns: number;
}): ReactNode {
  return (
    <CellElement className="row-reason" aria-colspan={columns}>
      <span className="reason-lines">{describeDecision(decision).sentence}</span>
    </CellElement>
  );
}
