import type { PlanFacts } from '../source/plan-facts.ts';
import type { BlockMap, MapBlock, MapGhost } from './block-map-shape.ts';
import { itemKey, partsOfKey } from './context-rows.ts';

/** One thing of the map that can be pointed at: what left first, then what is sent, in send order. */
export type MapCell =
  | { readonly kind: 'ghost'; readonly key: string; readonly ghost: MapGhost }
  | { readonly kind: 'block'; readonly key: string; readonly block: MapBlock };

export function mapCells({ lane, blocks }: BlockMap): readonly MapCell[] {
  return [
    ...(lane?.ghosts ?? []).map((ghost): MapCell => ({ kind: 'ghost', key: ghost.key, ghost })),
    ...blocks.map((block): MapCell => ({ kind: 'block', key: block.key, block })),
  ];
}

/** The row of the list that tells of a cell: of several, the first. */
export function rowKeyOf(plan: PlanFacts, cell: MapCell): string | undefined {
  if (cell.kind === 'ghost') return cell.ghost.rowKey;
  const item = plan.items[cell.block.fromIndex];
  return item && itemKey(item.id);
}

/** The keys of the cells that show a selected row: a block, or a ghost, or a block and what was cut of it. */
export function cellsOfRow(
  plan: PlanFacts,
  map: BlockMap,
  rowKey: string | undefined,
): ReadonlySet<string> {
  if (rowKey === undefined) return new Set();
  const { kind, id } = partsOfKey(rowKey);
  const lit = mapCells(map).filter((cell) =>
    cell.kind === 'block'
      ? kind === 'item' && holdsItem(plan, cell.block, id)
      : cell.ghost.rowKey === rowKey || holdsSeq(cell.ghost, kind, Number(id)),
  );
  return new Set(lit.map(({ key }) => key));
}

function holdsItem(plan: PlanFacts, { fromIndex, toIndex }: MapBlock, itemId: string): boolean {
  for (let index = fromIndex; index < toIndex; index++) {
    if (plan.items[index]?.id === itemId) return true;
  }
  return false;
}

function holdsSeq({ kind, fromSeq, toSeq }: MapGhost, rowKind: string, seq: number): boolean {
  const isLeft = rowKind === 'entry' || rowKind === 'range';
  return isLeft && kind !== 'cut' && fromSeq <= seq && seq < toSeq;
}

/** The cell that a key leads to from another; the same where there is none that way. */
export function cellAfterKey(map: BlockMap, from: number, key: string): number | undefined {
  const cells = mapCells(map);
  const last = cells.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowUp':
      return inRowBeside(cells, from, -1);
    case 'ArrowDown':
      return inRowBeside(cells, from, 1);
    default:
      return undefined;
  }
}

/** The lane above the rows counts as one. */
const LANE_ROW = -1;

function inRowBeside(cells: readonly MapCell[], from: number, step: -1 | 1): number {
  const here = cells[from] && stretchOf(cells[from], step);
  if (!here) return from;
  const middle = here.left + here.width / 2;
  let nearest = from;
  let smallest = Number.POSITIVE_INFINITY;
  cells.forEach((cell, index) => {
    for (const { row, left, width } of stretchesOf(cell)) {
      const distance = Math.max(left - middle, middle - left - width, 0);
      if (index === from || row !== here.row + step || distance >= smallest) continue;
      nearest = index;
      smallest = distance;
    }
  });
  return nearest;
}

function stretchesOf(cell: MapCell) {
  if (cell.kind === 'block') return cell.block.pieces;
  return [{ row: LANE_ROW, left: cell.ghost.left, width: cell.ghost.width }];
}

/** Upwards from where a block begins, downwards from where it ends. */
function stretchOf(cell: MapCell, step: -1 | 1) {
  return step < 0 ? stretchesOf(cell)[0] : stretchesOf(cell).at(-1);
}
