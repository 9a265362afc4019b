import type { CSSProperties } from 'react';
import type { BlockMap, MapFunnel, MapPiece } from '../../view-model/block-map-shape.ts';

const ROW_GAP = 2;

/** Between the lane and the rows: the funnels are drawn here. */
const FUNNEL_PIXELS = 14;

function rowsTop({ lane, rowPixels }: BlockMap): number {
  return lane ? rowPixels + FUNNEL_PIXELS : 0;
}

function rowTop(map: BlockMap, row: number): number {
  return rowsTop(map) + row * (map.rowPixels + ROW_GAP);
}

/** The height of the whole picture. */
export function mapPixels(map: BlockMap): number {
  return rowTop(map, map.rows) - ROW_GAP;
}

/** The place of something that stands in a row. */
export function pieceStyle(map: BlockMap, { row, left, width }: MapPiece): CSSProperties {
  return { left, top: rowTop(map, row), width, height: map.rowPixels };
}

/** The place of something in the lane above the rows. */
export function laneStyle(
  map: BlockMap,
  { left, width }: { readonly left: number; readonly width: number },
): CSSProperties {
  return { left, top: 0, width, height: map.rowPixels };
}

/** The movement from one place in the rows to another, about their upper left corners. */
export function transformTo(map: BlockMap, from: MapPiece, to: MapPiece): string {
  const right = to.left - from.left;
  const down = rowTop(map, to.row) - rowTop(map, from.row);
  return `translate(${right}px, ${down}px) scaleX(${to.width / Math.max(1, from.width)})`;
}

/** Half the width of the line that leads past rows. */
const LINE = 1.5;

/** The outline of a funnel; past the first row it goes on as a line. */
export function funnelPath(map: BlockMap, { left, width, to }: MapFunnel): string {
  const start = map.rowPixels;
  const end = rowTop(map, 0);
  const half = (start + end) / 2;
  const middle = to.left + to.width / 2;
  const [first, last] =
    to.row === 0 ? [to.left, to.left + to.width] : [middle - LINE, middle + LINE];
  const bottom = to.row === 0 ? end : rowTop(map, to.row);
  return [
    `M${left} ${start}H${left + width}`,
    `C${left + width} ${half} ${last} ${half} ${last} ${end}`,
    `V${bottom}H${first}V${end}`,
    `C${first} ${half} ${left} ${half} ${left} ${start}Z`,
  ].join('');
}
