import { liveSideOf } from '../live/live-placement.ts';
import { firstLiveIndex, liveHostIndex } from '../live/live-text.ts';
import { rangeAt } from '../view/range-at.ts';
import {
  type CacheBreakCause,
  type CacheReport,
  changeTo,
  firstCallReport,
} from './cache-report.ts';
import type { BarePlan } from './context-plan.ts';
import type { PlanItem } from './plan-item.ts';

/**
 * Compares a context with the one assembled before it: what start they have in common, in whole
 * items, and why it ends where it does. Providers keep their caches for minutes and in blocks, so
 * `keptTokens` is the most that can be read again. Where live text stands before the user's words,
 * a change of it loses these words too. Costs what the context costs.
 */
export function cacheReport(previous: BarePlan | undefined, plan: BarePlan): CacheReport {
  const { totalTokens } = plan;
  if (previous?.sessionId !== plan.sessionId) {
    return firstCallReport(plan);
  }
  const [oldTools, tools] = [toolsOf(previous), toolsOf(plan)];
  if (!isSame(oldTools, tools)) {
    const change = changeTo(tools ?? oldTools, 'tools');
    const lostTokens = previous.totalTokens;
    return { keptTokens: 0, newTokens: totalTokens, lostTokens, ...change };
  }
  const parting = partingOf(previous, plan);
  const newTokens = tokensBehind(plan, parting);
  const lostTokens = tokensBehind(previous, parting);
  return { keptTokens: totalTokens - newTokens, lostTokens, newTokens, ...parting.change };
}

type FirstChange = Pick<CacheReport, 'firstChange'>;

/** Where two contexts part. */
interface Parting {
  /** Items before this one are common, live ones apart. */
  readonly index: number;
  /** So many live items, from the first, are common. */
  readonly commonLive: number;
  readonly change: FirstChange;
}

function partingOf(previous: BarePlan, plan: BarePlan): Parting {
  const live = liveBetween(previous, plan);
  const { before, now } = live;
  const hosts = [before.hostIndex, now.hostIndex].filter((host) => host >= 0);
  const host = isSameLive(live) ? Number.POSITIVE_INFINITY : Math.min(...hosts);
  let index = 0;
  while (isCommon(previous.items[index], plan.items[index])) {
    if (index === host) return partingIn(plan, index, live);
    index += 1;
  }
  const isLiveBehind = before.hostIndex < 0 || before.hostIndex >= index;
  const old = messageAt(previous, index);
  const item = messageAt(plan, index);
  if (old) {
    const cause = causeBetween(previous, plan, old, item);
    const commonLive = isLiveBehind ? 0 : live.common;
    return { index, commonLive, change: changeTo(item ?? old, cause) };
  }
  // Behind the last message of both, live text of its own may have a common start too.
  const commonLive = isLiveBehind && item ? 0 : live.common;
  if (!item && isSameLive(live)) return { index, commonLive, change: {} };
  const isLiveLost = before.items.length > commonLive;
  const next = item ?? now.items[commonLive] ?? before.items[commonLive];
  return { index, commonLive, change: changeTo(next, isLiveLost ? 'live' : 'appended') };
}

/** The two part within one item, because live text in it is not the same. */
function partingIn(plan: BarePlan, index: number, { before, now, common }: LiveBetween): Parting {
  const host = plan.items[index];
  const areItsWordsCommon = host !== undefined && liveSideOf(host.message) === 'behind';
  const isInPlace = before.hostIndex === now.hostIndex;
  const changed = isInPlace ? (now.items[common] ?? before.items[common]) : host;
  return {
    index: areItsWordsCommon ? index + 1 : index,
    commonLive: isInPlace ? common : 0,
    change: changeTo(changed ?? host, 'live'),
  };
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
  if (rangeAt(plan, old.seq ?? -1) || old.kind === 'condensed' || item?.kind === 'condensed') {
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

function isMending({ kind, decision }: PlanItem): boolean {
  return kind === 'repair' || decision.rule === 'STRAY_RESULT_AS_TEXT';
}

/** The live tier of one context. */
interface LiveIn {
  readonly hostIndex: number;
  readonly items: readonly PlanItem[];
}

interface LiveBetween {
  readonly before: LiveIn;
  readonly now: LiveIn;
  /** So many items, from the first, say the same. */
  readonly common: number;
}

function liveBetween(previous: BarePlan, plan: BarePlan): LiveBetween {
  const [before, now] = [liveIn(previous), liveIn(plan)];
  let common = 0;
  while (now.items[common] && isSame(before.items[common], now.items[common])) common += 1;
  return { before, now, common };
}

function liveIn(plan: BarePlan): LiveIn {
  const items = plan.items.slice(firstLiveIndex(plan.items));
  return { hostIndex: liveHostIndex(plan), items };
}

function isSameLive({ before, now, common }: LiveBetween): boolean {
  const areSame = common === before.items.length && common === now.items.length;
  return areSame && before.hostIndex === now.hostIndex;
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

/** Nothing but the system text stands before them. */
function toolsOf({ items }: BarePlan): PlanItem | undefined {
  const tools = items[0]?.kind === 'system' ? items[1] : items[0];
  return tools?.kind === 'tools' ? tools : undefined;
}

/** Tools stand before everything in what a provider caches, wherever they stand in the plan. */
function tokensBehind({ items }: BarePlan, { index, commonLive }: Parting): number {
  const firstLive = firstLiveIndex(items);
  let tokens = 0;
  for (let at = Math.min(index, firstLive); at < items.length; at += 1) {
    const item = items[at];
    const isBehind = at < firstLive ? item?.kind !== 'tools' : at >= firstLive + commonLive;
    if (item && isBehind) tokens += item.decision.tokens.sent;
  }
  return tokens;
}
