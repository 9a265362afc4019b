import type { TokenSource } from '@agent-memory/core';
import type { ItemFacts, PlanFacts } from '../../source/devtools-source.ts';
import { type BarTick, budgetBar } from '../budget-bar.ts';
import { itemKey, partsOfKey, rangeKey } from '../context-rows.ts';
import { mergeSmall, visibleWidths } from './block-map-widths.ts';

/** Blocks that are drawn at most, so that the document stays small. */
export const MOST_BLOCKS = 160;

const LAYOUTS = [
  { fromPixels: 900, rows: 3, rowPixels: 24 },
  { fromPixels: 480, rows: 4, rowPixels: 20 },
  { fromPixels: 0, rows: 4, rowPixels: 18 },
] as const;

/** Lays a plan out for a width. Linear in the number of items; the same plan gives the same map. */
export function blockMap(plan: PlanFacts, widthPixels: number): BlockMap {
  const width = Math.max(0, Math.floor(widthPixels));
  const { rows, rowPixels } = LAYOUTS.find(({ fromPixels }) => width >= fromPixels) ?? LAYOUTS[2];
  const pixels = rows * width;
  const { inputTokens } = plan.budget;
  const sentTokens = plan.items.reduce((all, item) => all + item.decision.tokens.sent, 0);
  const freeTokens = Math.max(0, inputTokens - sentTokens);
  const pixelsPerToken = pixels / Math.max(1, sentTokens + freeTokens);
  const stretches = mergeSmall(
    plan.items.map((item) => ({ tokens: item.decision.tokens.sent, ...mergesAs(item) })),
    pixelsPerToken,
    MOST_BLOCKS,
  );
  const groups = stretches.map(({ from, to }) => blockOf(plan.items.slice(from, to), from));
  const tokens = groups.map((group) => group.tokens);
  const widths = visibleWidths(freeTokens > 0 ? [...tokens, freeTokens] : tokens, pixels);
  const edges = edgesOf(widths);
  const sentPixels = edges[groups.length] ?? 0;
  const pixelAt = placeFinder(tokens, edges, freeTokens);
  const blocks = groups.map((group, index) => ({
    ...group,
    pieces: piecesOf(edges[index] ?? 0, widths[index] ?? 0, width),
  }));
  const limit = pixelAt(inputTokens);
  const overTokens = Math.max(0, sentTokens - inputTokens);
  return {
    ...{ rows, rowPixels, sentTokens, blocks, overTokens },
    widthPixels: width,
    free: piecesOf(sentPixels, pixels - sentPixels, width),
    over: overTokens > 0 ? piecesOf(limit, sentPixels - limit, width) : [],
    marks: budgetBar(plan)
      .ticks.filter((tick) => tick.tokens <= sentTokens + freeTokens)
      .map(({ mark, tokens: at }) => ({ mark, tokens: at, ...placeOf(pixelAt(at), width) })),
    lane: ghostLane(plan, { widthPixels: width, pixelsPerToken }),
  };
}

/** Messages merge with messages of their tier; what the library made stands alone. */
function mergesAs({ kind, tier }: ItemFacts): { readonly mergesAs?: string } {
  return kind === 'entry' || kind === 'repair' ? { mergesAs: tier } : {};
}

function blockOf(items: readonly ItemFacts[], fromIndex: number): Omit<MapBlock, 'pieces'> {
  const [first] = items;
  if (!first) throw new RangeError('A block of the map holds an item.');
  return {
    key: items.length === 1 ? itemKey(first.id) : `group:${first.id}`,
    fromIndex,
    toIndex: fromIndex + items.length,
    tier: first.tier,
    tokens: items.reduce((all, item) => all + item.decision.tokens.sent, 0),
    isShortened: items.some((item) => cutTokens(item) > 0),
  };
}

/** The start of each, and the end of the last. */
function edgesOf(widths: readonly number[]): readonly number[] {
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return edges;
}

/** Where a number of tokens is reached: within a block by its share, else in the free room. */
function placeFinder(
  tokens: readonly number[],
  edges: readonly number[],
  freeTokens: number,
): (tokens: number) => number {
  const all = freeTokens > 0 ? [...tokens, freeTokens] : tokens;
  return (at) => {
    let before = 0;
    for (const [index, some] of all.entries()) {
      const start = edges[index] ?? 0;
      const end = edges[index + 1] ?? start;
      if (at < before + some) return Math.round(start + ((end - start) * (at - before)) / some);
      before += some;
    }
    return edges.at(-1) ?? 0;
  };
}

/** Cuts a stretch of the whole map where its rows end. */
function piecesOf(start: number, length: number, width: number): readonly MapPiece[] {
  const pieces: MapPiece[] = [];
  let at = start;
  const end = start + length;
  while (at < end && width > 0) {
    const row = Math.floor(at / width);
    const until = Math.min(end, (row + 1) * width);
    pieces.push({ row, left: at - row * width, width: until - at });
    at = until;
  }
  return pieces;
}

/** The end of a row is no start of the next: a limit closes the row that it ends. */
function placeOf(pixel: number, width: number): { readonly row: number; readonly left: number } {
  if (width === 0) return { row: 0, left: 0 };
  const row = pixel > 0 && pixel % width === 0 ? pixel / width - 1 : Math.floor(pixel / width);
  return { row, left: pixel - row * width };
}

/** Ghosts of one kind that are drawn at most. */
const MOST_OF_A_KIND = 16;

interface Gone extends Pick<MapGhost, 'kind' | 'rowKey' | 'fromSeq' | 'toSeq' | 'tokens'> {
  readonly source: TokenSource;
}

const KIND_ORDER: readonly GhostKind[] = ['condensed', 'left', 'cut'];

/** Lays out what left and what was cut; `undefined` where every message is sent whole. */
function ghostLane(
  plan: PlanFacts,
  { widthPixels, pixelsPerToken }: { widthPixels: number; pixelsPerToken: number },
): GhostLane | undefined {
  const gone = everythingGone(plan);
  if (gone.length === 0) return undefined;
  const tokens = sumOf(gone);
  const isCapped = tokens * pixelsPerToken > widthPixels;
  const scale = isCapped ? widthPixels / Math.max(1, tokens) : pixelsPerToken;
  const groups = KIND_ORDER.flatMap((kind) => {
    const alike = gone.filter((some) => some.kind === kind);
    const parts = alike.map((some) => ({ tokens: some.tokens, mergesAs: kind }));
    return mergeSmall(parts, scale, MOST_OF_A_KIND).map(({ from, to }) => alike.slice(from, to));
  });
  const sizes = groups.map(sumOf);
  const atLeast = groups.length * 3;
  const pixels = Math.min(widthPixels, Math.max(atLeast, Math.round(tokens * scale)));
  const widths = visibleWidths(sizes, pixels);
  let left = 0;
  const ghosts = groups.map((group, index) => {
    const width = widths[index] ?? 0;
    const ghost = ghostOf(group, { left, width, tokens: sizes[index] ?? 0 });
    left += width;
    return ghost;
  });
  return {
    ghosts,
    tokens,
    timesSmaller: isCapped && widthPixels > 0 ? (tokens * pixelsPerToken) / widthPixels : 1,
  };
}

function sumOf(gone: readonly Gone[]): number {
  return gone.reduce((all, some) => all + some.tokens, 0);
}

function everythingGone({ items, ranges }: PlanFacts): readonly Gone[] {
  const condensed = new Set(items.filter(({ kind }) => kind === 'condensed').map(({ id }) => id));
  const left = ranges.map(({ fromSeq, toSeq, decision }): Gone => {
    const hasSummary = decision.by?.some((id) => condensed.has(id));
    const { raw: tokens, source } = decision.tokens;
    const kind = hasSummary ? 'condensed' : 'left';
    return { kind, rowKey: rangeKey(fromSeq), fromSeq, toSeq, tokens, source };
  });
  return [...left, ...items.flatMap(cutOf)];
}

/** Tokens of a message that are not sent with it; 0 where it is sent whole. */
export function cutTokens({ kind, decision }: ItemFacts): number {
  if (kind !== 'entry') return 0;
  return Math.max(0, decision.tokens.raw - decision.tokens.sent);
}

function cutOf(item: ItemFacts): readonly Gone[] {
  const { id, seq: fromSeq, decision } = item;
  const tokens = cutTokens(item);
  if (tokens === 0 || fromSeq === undefined) return [];
  const { source } = decision.tokens;
  return [{ kind: 'cut', rowKey: itemKey(id), fromSeq, toSeq: fromSeq + 1, tokens, source }];
}

function ghostOf(
  group: readonly Gone[],
  place: Pick<MapGhost, 'left' | 'width' | 'tokens'>,
): MapGhost {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) throw new RangeError('A ghost of the map stands for something.');
  const { kind, rowKey, fromSeq } = first;
  return {
    key: `ghost:${kind}:${rowKey}`,
    ...{ kind, rowKey, fromSeq, toSeq: last.toSeq },
    messages: group.reduce((all, some) => all + some.toSeq - some.fromSeq, 0),
    ...place,
    tokenSource: jointSource(group.map(({ source }) => source)),
  };
}

/** As sure as the least sure of them. */
export function jointSource(sources: readonly TokenSource[]): TokenSource {
  return sources.find((source) => source !== 'counted') ?? 'counted';
}

/** One stretch of a row of the map, in pixels from the row's start. */
export interface MapPiece {
  /** From 0, at the top. */
  readonly row: number;
  readonly left: number;
  readonly width: number;
}

/** One item of the context, or neighbours too small to be drawn alone, as wide as its tokens. */
export interface MapBlock {
  /** Stable from plan to plan. */
  readonly key: string;
  /** Places in `plan.items`; `toIndex` is exclusive. */
  readonly fromIndex: number;
  readonly toIndex: number;
  /** The tier of the items; of several tiers, the first. */
  readonly tier: string;
  /** As sent. */
  readonly tokens: number;
  /** Something of it was cut. */
  readonly isShortened: boolean;
  /** Never empty; more than one where it continues in the next row. */
  readonly pieces: readonly MapPiece[];
}

/** A watermark or the limit, at its place in the rows. */
interface MapMark {
  readonly mark: BarTick['mark'];
  readonly tokens: number;
  readonly row: number;
  readonly left: number;
}

/**
 * The context as a picture: rows that are filled in send order from left to right, like text, each
 * block as wide as its tokens. The rows are the input budget, and free room is seen at their end.
 */
export interface BlockMap {
  readonly widthPixels: number;
  readonly rows: number;
  readonly rowPixels: number;
  readonly sentTokens: number;
  /** In send order. */
  readonly blocks: readonly MapBlock[];
  readonly free: readonly MapPiece[];
  /** The part of the rows that is beyond the limit. */
  readonly over: readonly MapPiece[];
  readonly overTokens: number;
  readonly marks: readonly MapMark[];
  /** All that left or was cut; `undefined` where nothing did. */
  readonly lane: GhostLane | undefined;
}

/**
 * Something that is not sent. `condensed`: messages that left, for which a summary stands. `left`:
 * messages that left, for which nothing stands. `cut`: missing from messages that are sent shorter.
 */
type GhostKind = 'condensed' | 'left' | 'cut';

/** A part that is not sent, drawn as a hatched block in the lane above the rows. */
export interface MapGhost {
  /** Stable from plan to plan. */
  readonly key: string;
  readonly kind: GhostKind;
  /** The row of the list that tells of it. */
  readonly rowKey: string;
  /** The first of the ranges, or the first message that was cut. */
  readonly fromSeq: number;
  /** Exclusive; of several, the end of the last. */
  readonly toSeq: number;
  readonly messages: number;
  readonly tokens: number;
  readonly tokenSource: TokenSource;
  readonly left: number;
  readonly width: number;
}

/** All that is not sent, beside each other, on the scale of the rows as far as there is room. */
interface GhostLane {
  readonly ghosts: readonly MapGhost[];
  readonly tokens: number;
  /** 1 on the scale of the rows; 6 where six times as much stands on the same room. */
  readonly timesSmaller: number;
}

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
