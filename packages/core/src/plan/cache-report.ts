import type { BarePlan, PlanItem } from './context-plan.ts';
import { liveSideOf } from './live-placement.ts';
import { liveHostIndex, liveTextOf } from './live-text.ts';

/** Why a context is not the one before it. */
export type CacheBreakCause =
  /** There is none before it in this session. */
  | 'first-call'
  /** It is the one before it and something behind: nothing was lost. */
  | 'appended'
  /** Live text changed or moved. */
  | 'live'
  /** The system text changed. */
  | 'system'
  /** The tool definitions changed; they stand ahead of everything else. */
  | 'tools'
  /** Budget or policy changed, so that overlays were derived anew. */
  | 'settings'
  /** A compaction shortened, took out or condensed. */
  | 'compaction'
  /** What a compaction had shortened or taken out is back. */
  | 'undo'
  /** What makes the context acceptable to providers changed: a result came for a call without one. */
  | 'repair'
  /** The originals are others: an edit or a regeneration moved the head, or something was erased. */
  | 'edit';

/** What of a context a provider that caches prefixes can read again. */
export interface CacheReport {
  /** Tokens of the common start with the context before it. */
  readonly keptTokens: number;
  /** Tokens of the context before it that do not stand in the common start. */
  readonly lostTokens: number;
  /** Tokens of this context behind the common start. */
  readonly newTokens: number;
  /** Where the two part, and why; absent where they are the same. */
  readonly firstChange?: CacheChange;
}

/** The first item that is not as it was. */
export interface CacheChange {
  readonly itemId: string;
  readonly cause: CacheBreakCause;
}

/**
 * Compares a context with the one assembled before it: what start they have in common, in whole
 * items, and why it ends where it does. Providers keep their caches for minutes and in blocks, so
 * `keptTokens` is the most that can be read again. Where live text stands ahead of the user's words,
 * a change of it loses these words too. Costs what the context costs.
 */
export function cacheReport(previous: BarePlan | undefined, plan: BarePlan): CacheReport {
  const { totalTokens, items } = plan;
  const nothingKept = { keptTokens: 0, newTokens: totalTokens };
  if (previous?.sessionId !== plan.sessionId) {
    return { ...nothingKept, lostTokens: 0, ...changeTo(items[0], 'first-call') };
  }
  const [oldTools, tools] = [toolsOf(previous), toolsOf(plan)];
  if (!isSame(oldTools, tools)) {
    const change = changeTo(tools ?? oldTools, 'tools');
    return { ...nothingKept, lostTokens: previous.totalTokens, ...change };
  }
  const parting = partingOf(previous, plan);
  const newTokens = tokensBehind(plan, parting);
  const lostTokens = tokensBehind(previous, parting);
  return { keptTokens: totalTokens - newTokens, lostTokens, newTokens, ...parting.change };
}

type FirstChange = Pick<CacheReport, 'firstChange'>;

/** Where two contexts part. */
interface Parting {
  /** Items ahead of this one are common, live ones apart. */
  readonly index: number;
  readonly isLiveCommon: boolean;
  readonly change: FirstChange;
}

function partingOf(previous: BarePlan, plan: BarePlan): Parting {
  const before = liveIn(previous);
  const now = liveIn(plan);
  let index = 0;
  while (isCommon(previous.items[index], plan.items[index])) {
    if (textAt(before, index) !== textAt(now, index)) return partingIn(plan, index);
    index += 1;
  }
  const isLiveCommon = before.hostIndex >= 0 && before.hostIndex < index;
  const old = messageAt(previous, index);
  const item = messageAt(plan, index);
  if (old) {
    const cause = causeBetween(previous, plan, old, item);
    return { index, isLiveCommon, change: changeTo(item ?? old, cause) };
  }
  const isSameEnd = item === undefined && before.text === now.text;
  if (isSameEnd) return { index, isLiveCommon: true, change: {} };
  const isLiveLost = before.text !== '' && !isLiveCommon;
  const next = item ?? plan.items[index] ?? previous.items[index];
  return { index, isLiveCommon, change: changeTo(next, isLiveLost ? 'live' : 'appended') };
}

/** The two part within one item, because live text in it is not the same. */
function partingIn(plan: BarePlan, index: number): Parting {
  const host = plan.items[index];
  const areItsWordsCommon = host !== undefined && liveSideOf(host.message) === 'behind';
  const change = changeTo(host, 'live');
  return { index: areItsWordsCommon ? index + 1 : index, isLiveCommon: false, change };
}

/** Why `item` stands where `old` stood. */
function causeBetween(
  previous: BarePlan,
  plan: BarePlan,
  old: PlanItem,
  item: PlanItem | undefined,
): CacheBreakCause {
  if (old.kind === 'system' || item?.kind === 'system') return 'system';
  if (previous.headMoves !== plan.headMoves) return 'edit';
  if (previous.epoch !== plan.epoch) return 'settings';
  if (coveredEntries(plan) < coveredEntries(previous)) return 'undo';
  if (hasLeft(plan, old) || old.kind === 'condensed' || item?.kind === 'condensed') {
    return 'compaction';
  }
  if (isMending(old) || (item && isMending(item))) return 'repair';
  if (old.id !== item?.id) return 'edit';
  if (old.decision.fate === item.decision.fate && item.decision.fate === 'sent') return 'edit';
  return item.decision.fate === 'sent' ? 'undo' : 'compaction';
}

function coveredEntries({ ranges }: BarePlan): number {
  return ranges.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq, 0);
}

function hasLeft({ ranges }: BarePlan, { seq = -1 }: PlanItem): boolean {
  return ranges.some(({ fromSeq, toSeq }) => seq >= fromSeq && seq < toSeq);
}

function isMending({ kind, decision }: PlanItem): boolean {
  return kind === 'repair' || decision.rule === 'STRAY_RESULT_AS_TEXT';
}

interface LiveText {
  readonly hostIndex: number;
  readonly text: string;
}

function liveIn(plan: BarePlan): LiveText {
  return { hostIndex: liveHostIndex(plan), text: liveTextOf(plan.items) };
}

function textAt({ hostIndex, text }: LiveText, index: number): string {
  return hostIndex === index ? text : '';
}

function isCommon(old: PlanItem | undefined, item: PlanItem | undefined): boolean {
  if (!old || !item) return false;
  // Nearly always; nothing of the item has to be read then.
  if (old === item) return true;
  return old.tier !== 'live' && item.tier !== 'live' && isSame(old, item);
}

/** By content only for plans that were stored or sent; else by the message, which stays the same object. */
function isSame(old: PlanItem | undefined, item: PlanItem | undefined): boolean {
  if (old?.message === item?.message) return true;
  return old?.id === item?.id && JSON.stringify(old?.message) === JSON.stringify(item?.message);
}

function messageAt({ items }: BarePlan, index: number): PlanItem | undefined {
  const item = items[index];
  return item?.tier === 'live' ? undefined : item;
}

/** Nothing but the system text stands ahead of them. */
function toolsOf({ items }: BarePlan): PlanItem | undefined {
  const tools = items[0]?.kind === 'system' ? items[1] : items[0];
  return tools?.kind === 'tools' ? tools : undefined;
}

function changeTo(item: PlanItem | undefined, cause: CacheBreakCause): FirstChange {
  return item ? { firstChange: { itemId: item.id, cause } } : {};
}

/** Tools stand ahead of everything in what a provider caches, wherever they stand in the plan. */
function tokensBehind({ items }: BarePlan, { index, isLiveCommon }: Parting): number {
  let tokens = 0;
  for (let at = index; at < items.length; at += 1) {
    const item = items[at];
    const isBehind = item?.tier === 'live' ? !isLiveCommon : item?.kind !== 'tools';
    if (item && isBehind) tokens += item.decision.tokens.sent;
  }
  return tokens;
}
