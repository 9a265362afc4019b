import { type ReactNode, useCallback, useMemo } from 'react';
import type { ContextRow } from '../../view-model/context-rows.ts';
import { formatWhole } from '../../view-model/format.ts';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { RowAttributes } from '../grid/grid-row.tsx';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { CONTEXT_COLUMNS, ContextCells } from './context-cells.tsx';
import { RowReason } from './row-reason.tsx';

/** Narrow rows have two lines, and no columns to head; the heads are still spoken. */
const LAYOUTS: GridLayouts = [
  { name: 'narrow', fromPixels: 0, rowPixels: 46 },
  { name: 'medium', fromPixels: 480, rowPixels: 29 },
  { name: 'wide', fromPixels: 640, rowPixels: 29 },
];

/** The rows of the context, in send order or in that of the transcript. */
export function ContextList({
  rows,
  find,
  foundPhrase,
  foundElsewhere,
  onEnter,
}: {
  readonly rows: readonly ContextRow[];
  readonly find: GridFind;
  /** The phrase that these rows hold; a moment behind the one that is being typed. */
  readonly foundPhrase: string;
  /** Messages that hold it and are not among these rows; `undefined` while that is not known. */
  readonly foundElsewhere: number | undefined;
  readonly onEnter: () => void;
}): ReactNode {
  const { view, dispatch } = usePanel();
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
      onSelect={(key) =>
        dispatch(key === undefined ? { type: 'clear-selection' } : { type: 'select', key })
      }
      onEnter={onEnter}
      onToggle={(row, isOpen) => {
        if (row.kind === 'run') {
          dispatch({ type: isOpen ? 'open-run' : 'fold-run', number: row.run.number });
        }
        if (row.kind !== 'range') return;
        dispatch({ type: isOpen ? 'open-range' : 'close-range', fromSeq: row.range.fromSeq });
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
function NoRows({
  phrase,
  foundElsewhere,
  grid,
}: {
  readonly phrase: string;
  readonly foundElsewhere: number | undefined;
  readonly grid: GridFind['grid'];
}): ReactNode {
  const { view, dispatch } = usePanel();
  if (phrase === '') return 'This plan sends nothing.';
  if (view.scope === 'considered') return 'No message holds this.';
  if (foundElsewhere === undefined) return 'Nothing that is sent holds this.';
  if (foundElsewhere === 0) return 'Nothing that is sent holds this, and nothing that left.';
  return (
    <>
      Nothing that is sent holds this.{' '}
      <button
        type="button"
        className="link"
        onClick={() => {
          dispatch({ type: 'show-scope', scope: 'considered' });
          grid.current?.focus();
        }}
      >
        Everything considered ({formatWhole(foundElsewhere)})
      </button>
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
