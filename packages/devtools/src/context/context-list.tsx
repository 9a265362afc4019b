import type { Decision } from '@agent-memory/core';
import { describeDecision } from '@agent-memory/explain';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Press } from '../elements/elements.tsx';
import { useDecision, useEntry } from '../elements/panel-context.ts';
import type { GridFind } from '../grid/find-field.tsx';
import { CellElement } from '../grid/grid-elements.tsx';
import { type GridLayouts, type RowAttributes, VirtualGrid } from '../grid/virtual-grid.tsx';
import { formatWhole } from '../words/format.ts';
import { CONTEXT_COLUMNS, ContextCells } from './context-cells.tsx';
import type { ContextRow } from './context-rows.ts';
import { useContextView } from './context-view.ts';

/** Narrow rows have two lines, and no columns to head; the heads are still spoken. */
const LAYOUTS: GridLayouts = [
  { name: 'narrow', fromPixels: 0, rowPixels: 46 },
  { name: 'medium', fromPixels: 480, rowPixels: 29 },
  { name: 'wide', fromPixels: 640, rowPixels: 29 },
];

/** The rows of the context, in send order or in that of the transcript. */
export function ContextList(props: {
  readonly rows: readonly ContextRow[];
  readonly find: GridFind;
  /** The phrase that these rows hold; a moment behind the one that is being typed. */
  readonly foundPhrase: string;
  /** Messages that hold it and are not among these rows; `undefined` while that is not known. */
  readonly foundElsewhere: number | undefined;
  readonly onEnter: () => void;
}): ReactNode {
  const { rows, find, foundPhrase, foundElsewhere, onEnter } = props;
  const { view, dispatch } = useContextView();
  const maximumTokens = useMemo(() => largestItem(rows), [rows]);
  const renderCells = useCallback(
    (row: ContextRow) => (
      <ContextCells row={row} phrase={foundPhrase} maximumTokens={maximumTokens} />
    ),
    [foundPhrase, maximumTokens],
  );
  return (
    <VirtualGrid
      role="treegrid"
      label={view.scope === 'sent' ? 'Sent, in send order' : 'Everything considered'}
      className="context-grid"
      columns={CONTEXT_COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      renderCells={renderCells}
      renderSelected={renderReason}
      attributesOf={attributesOf}
      selectedKey={view.selectedKey}
      onSelect={(key) => dispatch({ type: 'change', change: { selectedKey: key } })}
      onEnter={onEnter}
      onToggle={(row, isOpen) => {
        if (row.kind === 'run') dispatch({ type: 'toggle-run', number: row.run.number, isOpen });
        if (row.kind !== 'range') return;
        dispatch({ type: 'toggle-range', fromSeq: row.range.fromSeq, isOpen });
      }}
      find={find}
      empty={<NoRows phrase={foundPhrase} foundElsewhere={foundElsewhere} grid={find.grid} />}
    />
  );
}

function renderReason(row: ContextRow): ReactNode {
  return <RowReason row={row} columns={CONTEXT_COLUMNS.length} />;
}

function attributesOf(row: ContextRow): RowAttributes {
  if (row.kind === 'tier') return {};
  if (row.kind === 'run') return { 'data-kind': row.kind };
  return { 'data-kind': row.kind, 'data-tier': row.kind === 'item' ? row.item.tier : 'left' };
}

/** Says why there are no rows, and leads to where the phrase is, if it is anywhere. */
function NoRows(props: {
  readonly phrase: string;
  readonly foundElsewhere: number | undefined;
  readonly grid: GridFind['grid'];
}): ReactNode {
  const { phrase, foundElsewhere, grid } = props;
  const { view, dispatch } = useContextView();
  if (phrase === '') return 'This plan sends nothing.';
  if (view.scope === 'considered') return 'No message holds this.';
  if (foundElsewhere === undefined) return 'Nothing that is sent holds this.';
  if (foundElsewhere === 0) return 'Nothing that is sent holds this, and nothing out of context.';
  return (
    <>
      Nothing that is sent holds this.{' '}
      <Press
        look="link"
        onClick={() => {
          dispatch({ type: 'change', change: { scope: 'considered' } });
          grid.current?.focus();
        }}
      >
        Everything considered ({formatWhole(foundElsewhere)})
      </Press>
    </>
  );
}

function largestItem(rows: readonly ContextRow[]): number {
  let largest = 1;
  for (const row of rows) {
    if (row.kind === 'item') largest = Math.max(largest, row.item.decision.tokens.sent);
  }
  return largest;
}

/** The reason for the selected row, below it; nothing where a row has none. */
function RowReason(props: {
  readonly row: ContextRow;
  /** Columns of the list, all of which the reason takes in. */
  readonly columns: number;
}): ReactNode {
  const { row, columns } = props;
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

function EntryReason(props: { readonly seq: number; readonly columns: number }): ReactNode {
  const { seq, columns } = props;
  const decision = useDecision(useEntry(seq)?.id);
  return decision ? <Reason decision={decision} columns={columns} /> : null;
}

function Reason(props: { readonly decision: Decision; readonly columns: number }): ReactNode {
  const { decision, columns } = props;
  return (
    <CellElement className="row-reason" aria-colspan={columns}>
      <span className="reason-lines">{describeDecision(decision).sentence}</span>
    </CellElement>
  );
}
