import type { CSSProperties } from 'react';
import type { PlanFacts } from '../../source/plan-facts.ts';
import type { MapCell } from '../../view-model/block-map-cells.ts';
import type { BlockMap } from '../../view-model/block-map-shape.ts';
import {
  blockLabel,
  blockWords,
  ghostLabel,
  ghostWords,
} from '../../view-model/block-map-words.ts';
import { laneStyle, pieceStyle } from './map-geometry.ts';

/** The elements of a cell, and its name for those who listen. */
export interface CellLook {
  /** More than one where a block goes on in the next row. */
  readonly pieces: readonly CellPiece[];
  readonly name: string;
}

export interface CellPiece {
  readonly key: string;
  /** The attributes of the element. */
  readonly drawn: {
    readonly className: string;
    readonly style: CSSProperties;
    readonly 'data-label': string | undefined;
  } & Readonly<Record<`data-${string}`, string | boolean | undefined>>;
}

interface Stretch {
  readonly key: string;
  readonly width: number;
  readonly style: CSSProperties;
}

/** `label`: in place of the cell's own. */
export function cellLook(
  plan: PlanFacts,
  map: BlockMap,
  cell: MapCell,
  label = labelOf(plan, cell),
): CellLook {
  const stretches = stretchesOf(map, cell);
  const widest = widestOf(stretches);
  return {
    name: (cell.kind === 'ghost' ? ghostWords(plan, cell.ghost) : blockWords(plan, cell.block))
      .name,
    pieces: stretches.map(({ key, width, style }, index) => ({
      key,
      drawn: {
        className: 'map-cell',
        style,
        'data-label': index === widest && fits(label, width) ? label : undefined,
        ...patternOf(cell),
      },
    })),
  };
}

function labelOf(plan: PlanFacts, cell: MapCell): string {
  return cell.kind === 'ghost' ? ghostLabel(cell.ghost) : blockLabel(plan, cell.block);
}

function patternOf(cell: MapCell): Readonly<Record<`data-${string}`, string | boolean>> {
  if (cell.kind === 'ghost') return { 'data-ghost': cell.ghost.kind };
  return { 'data-part': cell.block.tier, 'data-shortened': cell.block.isShortened };
}

function stretchesOf(map: BlockMap, cell: MapCell): readonly Stretch[] {
  if (cell.kind === 'ghost') {
    const { ghost } = cell;
    return [{ key: ghost.key, width: ghost.width, style: laneStyle(map, ghost) }];
  }
  return cell.block.pieces.map((piece, index) => ({
    // The first keeps its element, and with it the focus, whichever row it comes to stand in.
    key: index === 0 ? cell.block.key : `row-${piece.row}`,
    width: piece.width,
    style: pieceStyle(map, piece),
  }));
}

function widestOf(stretches: readonly Stretch[]): number {
  return stretches.reduce(
    (widest, { width }, index) => (width > (stretches[widest]?.width ?? 0) ? index : widest),
    0,
  );
}

const PIXELS_PER_CHARACTER = 6;

/** Whether a label stands in a block with some of the pattern left on both sides. */
function fits(label: string, width: number): boolean {
  return label !== '' && width >= label.length * PIXELS_PER_CHARACTER + 20;
}
