import type { Decision, PlanRange, SentTier } from '@agent-memory/core';
import type { FindResult } from '../source/devtools-source.ts';
import type { ItemFacts, PlanFacts } from '../source/plan-facts.ts';

/** One line of the context list. `key` is stable from plan to plan. */
export type ContextRow =
  | {
      readonly kind: 'tier';
      readonly key: string;
      readonly tier: SentTier;
      readonly items: number;
      readonly tokens: number;
    }
  | {
      readonly kind: 'item';
      readonly key: string;
      readonly item: ItemFacts;
    }
  | {
      readonly kind: 'range';
      readonly key: string;
      readonly range: PlanRange;
      readonly isOpen: boolean;
    }
  | {
      /** An original that is not sent, listed under its range. */
      readonly kind: 'entry';
      readonly key: string;
      readonly seq: number;
      readonly range: PlanRange;
    }
  | {
      /** Live state that gave way. */
      readonly kind: 'withheld';
      readonly key: string;
      readonly decision: Decision;
    };

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

function itemRow(item: ItemFacts): ContextRow {
  return { kind: 'item', key: itemKey(item.id), item };
}

/**
 * What is sent, exactly in send order. A heading opens every run of items of one tier; a tier that
 * is interrupted gets a heading again.
 */
export function sentRows(plan: PlanFacts, found?: FindResult): readonly ContextRow[] {
  const shown = plan.items.filter((item) => !found || found.itemIds.has(item.id));
  return tierRuns(shown).flatMap(({ tier, items }, index) => [
    {
      kind: 'tier',
      key: `tier:${index}:${tier}`,
      tier,
      items: items.length,
      tokens: items.reduce((all, item) => all + item.decision.tokens.sent, 0),
    },
    ...items.map(itemRow),
  ]);
}

interface TierRun {
  readonly tier: SentTier;
  readonly items: ItemFacts[];
}

function tierRuns(items: readonly ItemFacts[]): readonly TierRun[] {
  const runs: TierRun[] = [];
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
      if (!found || found.itemIds.has(placed.item.id)) rows.push(itemRow(placed.item));
    } else {
      rows.push(...rangeRows(placed.range, openRanges, found));
    }
  }
  return found ? rows : [...rows, ...plan.withheld.map(withheldRow)];
}

function withheldRow(decision: Decision): ContextRow {
  return { kind: 'withheld', key: withheldKey(decision.itemId), decision };
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
    { kind: 'range', key: rangeKey(range.fromSeq), range, isOpen: listed.length > 0 },
    ...listed.map((seq): ContextRow => ({ kind: 'entry', key: entryKey(seq), seq, range })),
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
  const placed: Placed[] = [
    ...plan.items.map((item): Placed => ({ kind: 'item', at: placeOf(item, firstRange), item })),
    ...plan.ranges.map((range): Placed => ({ kind: 'range', at: range.fromSeq, range })),
  ];
  return placed.sort((a, b) => a.at - b.at);
}

/** What has no place of its own: system and tools first, what is condensed before what it stands for, live last. */
function placeOf(item: ItemFacts, firstRange: number): number {
  switch (item.kind) {
    case 'system':
    case 'tools':
      return -1;
    case 'condensed':
      return firstRange - 0.5;
    case 'scratchpad':
      return Number.MAX_SAFE_INTEGER;
    case 'entry':
    case 'repair':
      return item.seq ?? Number.MAX_SAFE_INTEGER;
    default:
      return neverKind(item.kind);
  }
}

function neverKind(kind: never): never {
  throw new TypeError(`A plan item of unknown kind: ${String(kind)}`);
}

/** The range that holds an original; `undefined` when it is sent. */
export function rangeAt(plan: PlanFacts, seq: number): PlanRange | undefined {
  return plan.ranges.find((range) => range.fromSeq <= seq && seq < range.toSeq);
}

/** Where a message stands: among what is sent, or in the range that it left with. */
export function rowOfSeq(
  plan: PlanFacts,
  seq: number,
): { readonly key: string; readonly openRange?: number } {
  const item = plan.items.find((candidate) => candidate.kind === 'entry' && candidate.seq === seq);
  if (item) return { key: itemKey(item.id) };
  const range = rangeAt(plan, seq);
  return { key: entryKey(seq), ...(range && { openRange: range.fromSeq }) };
}

/** The next row that can be selected, from `index` in a direction; the same row at the ends. */
export function nextSelectable(
  rows: readonly ContextRow[],
  index: number,
  step: 1 | -1,
): number | undefined {
  for (let at = index + step; at >= 0 && at < rows.length; at += step) {
    if (rows[at]?.kind !== 'tier') return at;
  }
  return rows[index] && rows[index].kind !== 'tier' ? index : undefined;
}
