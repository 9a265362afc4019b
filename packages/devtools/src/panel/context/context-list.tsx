import { type ReactNode, useCallback, useMemo } from 'react';
import type { ContextRow } from '../../view-model/context-rows.ts';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { RowAttributes } from '../grid/grid-row.tsx';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';
import { usePanel } from '../parts/panel-context.ts';
import { CONTEXT_COLUMNS, ContextCells } from './context-cells.tsx';

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
  onEnter,
}: {
  readonly rows: readonly ContextRow[];
  readonly find: GridFind;
  /** The phrase that these rows hold; a moment behind the one that is being typed. */
  readonly foundPhrase: string;
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
      empty={emptyWords(view.scope, foundPhrase)}
    />
  );
}

function attributesOf(row: ContextRow): RowAttributes {
  if (row.kind === 'tier') return {};
  if (row.kind === 'run') return { 'data-kind': row.kind };
  return { 'data-kind': row.kind, 'data-tier': row.kind === 'item' ? row.item.tier : 'left' };
}

function emptyWords(scope: 'sent' | 'considered', phrase: string): string {
  if (phrase === '') return 'This plan sends nothing.';
  return scope === 'sent'
    ? 'Nothing that is sent holds this. Look in Everything considered.'
    : 'No message holds this.';
}

function largestItem(rows: readonly ContextRow[]): number {
  let largest = 1;
  for (const row of rows) {
    if (row.kind === 'item') largest = Math.max(largest, row.item.decision.tokens.sent);
  }
  return largest;
}
