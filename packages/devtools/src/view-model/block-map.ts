import type { ItemFacts, PlanFacts } from '../source/plan-facts.ts';
import { cutTokens, ghostLane } from './block-map-ghosts.ts';
import type { BlockMap, MapBlock, MapPiece, MapScale } from './block-map-shape.ts';
import { mergeSmall, visibleWidths } from './block-map-widths.ts';
import { budgetBar } from './budget-bar.ts';
import { itemKey } from './context-rows.ts';

/** Blocks that are drawn at most, so that the document stays small. */
export const MOST_BLOCKS = 160;

const LAYOUTS = [
  { fromPixels: 900, rows: 3, rowPixels: 24 },
  { fromPixels: 480, rows: 4, rowPixels: 20 },
  { fromPixels: 0, rows: 4, rowPixels: 18 },
] as const;

/** Lays a plan out for a width. Linear in the number of items; the same plan gives the same map. */
export function blockMap(
  plan: PlanFacts,
  widthPixels: number,
  scale: MapScale = 'budget',
): BlockMap {
  const width = Math.max(0, Math.floor(widthPixels));
  const { rows, rowPixels } = LAYOUTS.find(({ fromPixels }) => width >= fromPixels) ?? LAYOUTS[2];
  const pixels = rows * width;
  const { inputTokens } = plan.budget;
  const sentTokens = plan.items.reduce((all, item) => all + item.decision.tokens.sent, 0);
  const freeTokens = scale === 'sent' ? 0 : Math.max(0, inputTokens - sentTokens);
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
    ...{ scale, rows, rowPixels, sentTokens, blocks, overTokens },
    widthPixels: width,
    free: piecesOf(sentPixels, pixels - sentPixels, width),
    over: overTokens > 0 ? piecesOf(limit, sentPixels - limit, width) : [],
    marks: budgetBar(plan)
      .ticks.filter((tick) => tick.tokens <= sentTokens + freeTokens)
      .map(({ mark, tokens: at }) => ({ mark, tokens: at, ...placeOf(pixelAt(at), width) })),
    lane: ghostLane(plan, blocks, { widthPixels: width, pixelsPerToken }),
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
