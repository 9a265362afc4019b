import { type ReactNode, useCallback } from 'react';
import {
  type CheckpointRow,
  checkpointKind,
  checkpointPlace,
} from '../../view-model/checkpoint-words.ts';
import { formatMoment } from '../../view-model/format.ts';
import { CellElement } from '../grid/grid-elements.tsx';
import type { GridLayouts } from '../grid/grid-layout.ts';
import type { GridFind } from '../grid/use-grid-find.ts';
import { VirtualGrid } from '../grid/virtual-grid.tsx';

const COLUMNS = [
  { name: 'step', title: 'Step' },
  { name: 'kind', title: 'After' },
  { name: 'name', title: 'Name' },
  { name: 'ends', title: 'Goes on' },
  { name: 'moment', title: 'Made' },
  { name: 'overlays', title: 'Overlays' },
] as const;

/** Narrow, a kind and name have a line of their own over the facts. */
const LAYOUTS: GridLayouts = [
  { name: 'two-lines', fromPixels: 0, rowPixels: 46 },
  { name: 'one-line', fromPixels: 620, rowPixels: 29 },
];

/** The checkpoints, newest first. */
export function CheckpointList({
  rows,
  nowMs,
  find,
  selected,
  onSelect,
  onEnter,
}: {
  readonly rows: readonly CheckpointRow[];
  readonly nowMs: number;
  readonly find: GridFind;
  readonly selected: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
  readonly onEnter: () => void;
}): ReactNode {
  const renderCells = useCallback(
    (row: CheckpointRow) => <CheckpointCells row={row} nowMs={nowMs} />,
    [nowMs],
  );
  return (
    <VirtualGrid
      role="grid"
      label="Checkpoints, newest first"
      className="checkpoint-grid"
      columns={COLUMNS}
      layouts={LAYOUTS}
      rows={rows}
      renderCells={renderCells}
      attributesOf={({ checkpoint }) => ({
        'data-kind': checkpoint.isOnPath ? 'here' : 'elsewhere',
      })}
      selectedKey={selected}
      onSelect={onSelect}
      onEnter={onEnter}
      find={find}
      empty=""
    />
  );
}

function CheckpointCells({
  row: { checkpoint },
  nowMs,
}: {
  readonly row: CheckpointRow;
  readonly nowMs: number;
}): ReactNode {
  const { step, name, atMs, overlayVersion, isOnPath } = checkpoint;
  return (
    <>
      <CellElement className="step">{step}</CellElement>
      <CellElement className="kind">
        <span className="tag" data-checkpoint={checkpoint.kind}>
          {checkpointKind(checkpoint)}
        </span>
      </CellElement>
      <CellElement className="name" title={name} dir="auto">
        {name}
      </CellElement>
      <CellElement className="ends">
        {checkpointPlace(checkpoint)}
        {!isOnPath && ', another branch'}
      </CellElement>
      <CellElement className="moment">{formatMoment(atMs, nowMs)}</CellElement>
      <CellElement
        className="overlays"
        title={`What stands for messages had changed ${overlayVersion} times`}
      >
        {overlayVersion}
      </CellElement>
    </>
  );
}
