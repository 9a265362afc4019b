import type { CallFacts, CallMark, KeptCalls } from '../source/call-facts.ts';
import { apportion } from '../words/apportion.ts';
import { firstPlace } from '../words/first-place.ts';
import { SEND_ORDER } from '../words/item-words.ts';

/** One column of the time strip: a call, or neighbouring calls where there are more than fit. */
export interface TimeColumn {
  readonly fromCall: number;
  /** Inclusive. */
  readonly toCall: number;
  /** The call of the column with the most tokens: its stack is drawn. */
  readonly peak: CallFacts;
  /** The marks of all its calls, each once, the most serious first. */
  readonly marks: readonly CallMark[];
}

/** Marks of neighbouring columns that are too close to be drawn apart. */
export interface MarkCluster {
  /** Where it is drawn: the middle of its first column. */
  readonly atPixels: number;
  readonly marks: readonly CallMark[];
  readonly fromCall: number;
  readonly toCall: number;
}

/** A stretch of columns that share a limit or a watermark; both ends belong to it. */
export interface LineRun {
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly tokens: number;
}

/** The most serious first. */
export const MARK_ORDER = [
  'refusal',
  'error',
  'compaction',
  'undo',
  'retrieval',
  'head-move',
  'settings',
] as const satisfies readonly CallMark[];

/** Narrower than this, columns cannot be told apart and are merged. */
const LEAST_PIXELS = 2;
/** Few calls are not drawn as walls. */
const MOST_PIXELS = 22;

/** Puts every call into exactly one column, in order, in as many columns as there is room for. */
export function timeColumns(
  calls: readonly CallFacts[],
  widthPixels: number,
): readonly TimeColumn[] {
  const room = Math.max(1, Math.floor(widthPixels / LEAST_PIXELS));
  const count = Math.min(calls.length, room);
  const columns: TimeColumn[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = Math.floor((index * calls.length) / count);
    const to = Math.floor(((index + 1) * calls.length) / count);
    const column = columnOf(calls.slice(from, to));
    if (column) columns.push(column);
  }
  return columns;
}

function columnOf(calls: readonly CallFacts[]): TimeColumn | undefined {
  const [first] = calls;
  const last = calls.at(-1);
  if (!first || !last) return undefined;
  const peak = calls.reduce((most, call) => (call.totalTokens > most.totalTokens ? call : most));
  const marks = calls.length === 1 ? first.marks : calls.flatMap((call) => call.marks);
  return { fromCall: first.call, toCall: last.call, peak, marks: inOrder(marks) };
}

/** Each mark once, the most serious first; marks of newer sources come last. */
export function inOrder(marks: Iterable<CallMark>): readonly CallMark[] {
  const rest = new Set(marks);
  const known = MARK_ORDER.filter((mark) => rest.delete(mark));
  return [...known, ...rest];
}

/** The distance from one column to the next, in pixels. */
export function pitchOf(columnCount: number, widthPixels: number): number {
  return columnCount === 0 ? 0 : Math.min(MOST_PIXELS, widthPixels / columnCount);
}

/** The column at a place of the strip; beyond an end it is the one at that end. */
export function columnAt(
  columns: readonly TimeColumn[],
  widthPixels: number,
  atPixels: number,
): TimeColumn | undefined {
  const pitch = pitchOf(columns.length, widthPixels);
  const index = pitch === 0 ? 0 : Math.floor(atPixels / pitch);
  return columns[Math.min(columns.length - 1, Math.max(0, index))];
}

/** The place of the column that a call is in; `undefined` where it is not among them. */
export function columnIndexOf(columns: readonly TimeColumn[], call: number): number | undefined {
  const place = firstPlace(columns, ({ toCall }) => toCall >= call);
  const column = columns[place];
  return column && column.fromCall <= call ? place : undefined;
}

/** The tiers of these calls, from the bottom of a stack to its top: in send order, then newer ones. */
export function stackedTiers(calls: readonly CallFacts[]): readonly string[] {
  const names = new Set<string>(SEND_ORDER);
  for (const { tierTokens } of calls) for (const name of Object.keys(tierTokens)) names.add(name);
  names.delete('headroom');
  return [...names];
}

/** The tokens that the height stands for: the limit, or twice the fullest context where that is less. */
export function tallest(columns: readonly TimeColumn[]): number {
  const most = (of: (call: CallFacts) => number) =>
    columns.reduce((highest, { peak }) => Math.max(highest, of(peak)), 1);
  const fullest = most(({ totalTokens }) => totalTokens);
  const limit = most(({ inputTokens }) => inputTokens);
  return Math.max(fullest, Math.min(limit, 2 * fullest));
}

/** The heights of a call's tiers in whole pixels; they add up to the height of its total exactly. */
export function stackPixels(
  { tierTokens, totalTokens }: CallFacts,
  tiers: readonly string[],
  { tallestTokens, heightPixels }: { tallestTokens: number; heightPixels: number },
): readonly number[] {
  const height = Math.round((totalTokens / tallestTokens) * heightPixels);
  return apportion(
    tiers.map((tier) => tierTokens[tier] ?? 0),
    height,
  );
}

/** The limit or a watermark along the columns, in stretches of the same height. */
export function lineRuns(
  columns: readonly TimeColumn[],
  tokensOf: (call: CallFacts) => number,
): readonly LineRun[] {
  const runs: LineRun[] = [];
  columns.forEach(({ peak }, index) => {
    const tokens = tokensOf(peak);
    const last = runs.at(-1);
    if (last?.tokens === tokens) runs[runs.length - 1] = { ...last, toColumn: index };
    else runs.push({ fromColumn: index, toColumn: index, tokens });
  });
  return runs;
}

/** Marks with their places; those closer than `leastPixels` to one before them join it. */
export function markClusters(
  columns: readonly TimeColumn[],
  widthPixels: number,
  leastPixels: number,
): readonly MarkCluster[] {
  const pitch = pitchOf(columns.length, widthPixels);
  const clusters: MarkCluster[] = [];
  columns.forEach(({ marks, fromCall, toCall }, index) => {
    if (marks.length === 0) return;
    const atPixels = (index + 0.5) * pitch;
    const last = clusters.at(-1);
    if (!last || atPixels - last.atPixels >= leastPixels) {
      clusters.push({ atPixels, marks, fromCall, toCall });
      return;
    }
    const joined = inOrder([...last.marks, ...marks]);
    clusters[clusters.length - 1] = { ...last, marks: joined, toCall };
  });
  return clusters;
}

/** The number from which calls have to be asked for, given those that are known. */
export function firstWanted(known: readonly CallFacts[], { first, last }: KeptCalls): number {
  const newest = known.at(-1)?.call;
  return newest === undefined || newest > last ? first : Math.max(first, newest);
}

/** The known calls with those that were fetched; only what is still kept. */
export function joinedCalls(
  known: readonly CallFacts[],
  fetched: readonly CallFacts[],
  { first, last }: KeptCalls,
): readonly CallFacts[] {
  const from = fetched[0]?.call ?? last + 1;
  const before = known.filter(({ call }) => call >= first && call < from);
  return [...before, ...fetched];
}
