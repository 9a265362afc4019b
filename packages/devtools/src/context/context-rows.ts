import type { RunOutline } from '@agent-memory/agent';
import type { Decision, PlanRange, Tier, TokenSource } from '@agent-memory/core';
import type { RowModel } from '../grid/row-model.ts';
import type { FindResult, ItemFacts, PlanFacts } from '../source/devtools-source.ts';

/** Heads the rows of one run. Unlike a tier's heading it can be selected, and folds. */
export type RunRow = RowModel & {
  readonly kind: 'run';
  readonly isOpen: boolean;
  readonly run: RunOutline;
  /** Messages of the run that are sent under this heading, and their tokens as sent. */
  readonly items: number;
  readonly tokens: number;
  readonly tokenSource: TokenSource;
};

/** One line of the context list. `key` is stable from plan to plan. */
export type ContextRow = RowModel &
  (
    | {
        readonly kind: 'tier';
        readonly isHeading: true;
        readonly tier: Exclude<Tier, 'headroom'>;
        readonly items: number;
        readonly tokens: number;
      }
    | RunRow
    | { readonly kind: 'item'; readonly item: ItemFacts }
    | { readonly kind: 'range'; readonly range: PlanRange; readonly isOpen: boolean }
    /** An original that is not sent, listed under its range. */
    | { readonly kind: 'entry'; readonly seq: number; readonly range: PlanRange }
    /** Live state that yielded. */
    | { readonly kind: 'withheld'; readonly decision: Decision }
  );

export function itemKey(itemId: string): string {
  return `item:${itemId}`;
}

export function rangeKey(fromSeq: number): string {
  return `range:${fromSeq}`;
}

function withheldKey(itemId: string): string {
  return `withheld:${itemId}`;
}

export function entryKey(seq: number): string {
  return `entry:${seq}`;
}

/** The kind of row that a key is of, and the id or place behind it. */
export function partsOfKey(key: string): { readonly kind: string; readonly id: string } {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon), id: key.slice(colon + 1) };
}

function itemRow(item: ItemFacts, level: number): ContextRow {
  return { kind: 'item', key: itemKey(item.id), level, item };
}

/**
 * The sent items, exactly in send order. A heading opens every run of items of one tier; a tier that
 * is interrupted gets a heading again.
 */
export function sentRows(plan: PlanFacts, found?: FindResult): readonly ContextRow[] {
  const shown = plan.items.filter((item) => !found || found.itemIds.has(item.id));
  return tierRuns(shown).flatMap(({ tier, items }, index) => [
    {
      kind: 'tier',
      key: `tier:${index}:${tier}`,
      level: 1,
      isHeading: true,
      tier,
      items: items.length,
      tokens: items.reduce((all, item) => all + item.decision.tokens.sent, 0),
    },
    ...items.map((item) => itemRow(item, 2)),
  ]);
}

function tierRuns(items: readonly ItemFacts[]) {
  const runs: { readonly tier: ItemFacts['tier']; readonly items: ItemFacts[] }[] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run?.tier === item.tier) run.items.push(item);
    else runs.push({ tier: item.tier, items: [item] });
  }
  return runs;
}

/**
 * Everything in the order of the transcript: what is sent, and the ranges that are not. An open
 * range is followed by its originals; while something is looked for, by those that hold it.
 */
export function consideredRows(
  plan: PlanFacts,
  openRanges: ReadonlySet<number>,
  found?: FindResult,
): readonly ContextRow[] {
  const rows: ContextRow[] = [];
  for (const placed of inTranscriptOrder(plan)) {
    if (placed.kind === 'item') {
      if (!found || found.itemIds.has(placed.item.id)) rows.push(itemRow(placed.item, 1));
    } else {
      rows.push(...rangeRows(placed.range, openRanges, found));
    }
  }
  return found ? rows : [...rows, ...plan.withheld.map(withheldRow)];
}

function withheldRow(decision: Decision): ContextRow {
  return { kind: 'withheld', key: withheldKey(decision.itemId), level: 1, decision };
}

function rangeRows(
  range: PlanRange,
  openRanges: ReadonlySet<number>,
  found: FindResult | undefined,
): readonly ContextRow[] {
  const listed = found
    ? seqsOf(range).filter((seq) => found.seqs.has(seq))
    : openRanges.has(range.fromSeq)
      ? seqsOf(range)
      : [];
  if (found && listed.length === 0) return [];
  return [
    { kind: 'range', key: rangeKey(range.fromSeq), level: 1, range, isOpen: listed.length > 0 },
    ...listed.map(
      (seq): ContextRow => ({ kind: 'entry', key: entryKey(seq), level: 2, seq, range }),
    ),
  ];
}

function seqsOf(range: PlanRange): readonly number[] {
  return Array.from({ length: range.toSeq - range.fromSeq }, (_, index) => range.fromSeq + index);
}

type Placed =
  | { readonly kind: 'item'; readonly at: number; readonly item: ItemFacts }
  | { readonly kind: 'range'; readonly at: number; readonly range: PlanRange };

function inTranscriptOrder(plan: PlanFacts): readonly Placed[] {
  const firstRange = plan.ranges[0]?.fromSeq ?? 0;
  let at = -1;
  const placed: Placed[] = [
    ...plan.items.map((item): Placed => {
      // Without a place of its own it stays behind the item that is sent before it.
      at = placeOf(item, firstRange) ?? at;
      return { kind: 'item', at, item };
    }),
    ...plan.ranges.map((range): Placed => ({ kind: 'range', at: range.fromSeq, range })),
  ];
  return placed.sort((a, b) => a.at - b.at);
}

/**
 * System and tools first, what is condensed before what it stands for, live last, messages where they
 * were said; `undefined` for an item of another kind that names no place.
 */
function placeOf({ kind, tier, seq }: ItemFacts, firstRange: number): number | undefined {
  if (kind === 'system' || kind === 'tools') return -1;
  if (kind === 'condensed') return firstRange - 0.5;
  if (tier === 'live') return Number.MAX_SAFE_INTEGER;
  return seq;
}

/** The message or item that is listed `step` places on from the selected one; behind the end it begins again. */
export function nextOccurrence(
  rows: readonly RowModel[],
  selectedKey: string | undefined,
  step: 1 | -1,
): string | undefined {
  const keys = rows.map(({ key }) => key).filter((key) => OCCURRENCES.has(partsOfKey(key).kind));
  const at = selectedKey === undefined ? -1 : keys.indexOf(selectedKey);
  if (at < 0) return keys.at(step === 1 ? 0 : -1);
  return keys[(at + step + keys.length) % keys.length];
}

const OCCURRENCES: ReadonlySet<string> = new Set(['item', 'entry']);

/** The range that holds an original; `undefined` when it is sent. */
export function rangeAt(plan: PlanFacts, seq: number): PlanRange | undefined {
  return plan.ranges.find((range) => range.fromSeq <= seq && seq < range.toSeq);
}

/** The key of a message's row: that of the item where it is sent, else of the original. */
export function keyOfSeq(plan: PlanFacts, seq: number): string {
  const item = plan.items.find((candidate) => candidate.kind === 'entry' && candidate.seq === seq);
  return item ? itemKey(item.id) : entryKey(seq);
}

/** The message that a row stands for; `undefined` for a row of anything else, and for none. */
export function seqOfKey(plan: PlanFacts | undefined, key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const { kind, id } = partsOfKey(key);
  if (kind === 'entry') return Number(id);
  if (kind !== 'item') return undefined;
  return plan?.items.find((item) => item.kind === 'entry' && item.id === id)?.seq;
}
