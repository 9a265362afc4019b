import type { Message } from '../message/message.ts';
import type { LiveHosts } from './live-hosts.ts';

/**
 * Where live state is to travel [TIER-4]. Whatever the choice, live text is counted, shrinks first,
 * and never stands where a provider would refuse it; where a choice has no host, `auto` decides.
 *
 * - `auto`: with the last message, ahead of the user's words or behind a tool's result; behind the
 *   assistant as a message of its own. A change costs its own tokens and at most the user's words.
 * - `run-start`: with the user message that began the run, as it was then; fixed for the run, so
 *   nothing is read anew until the next run.
 * - `tool-result`: inside the newest tool result of the run, also when the assistant spoke after it.
 * - `system`: behind the system text; each change makes everything behind it be read anew, and the
 *   agent's notes speak with the authority of the system.
 *
 * In a format that has live text with the user's words alone, a place elsewhere means the last user
 * message.
 */
export type LivePlacement = 'auto' | 'run-start' | 'tool-result' | 'system';

/** Where live items travel: inside this item's message, or as a message of their own at the end. */
export type LivePlace =
  | ({ readonly kind: 'inside'; readonly itemId: string } & LiveCost)
  | ({ readonly kind: 'message' } & LiveCost)
  | { readonly kind: 'none' };

/** The cost of a place under prefix caching. */
export interface LiveCost {
  /**
   * Tokens from where live text begins to the end of the context, itself included: so many cannot
   * come from a cache on a call for which live text has changed. Absent in plans of older versions.
   */
  readonly rewrittenTokens?: number;
}

/** Where live text that is sent stands, and what a change of it makes be read anew. */
export type SentPlace = Exclude<LivePlace, { kind: 'none' }> & { readonly rewrittenTokens: number };

/** An item of the context, as far as placement reads it. */
export interface HostItem {
  readonly id: string;
  readonly kind: string;
  readonly tier: string;
  /** The original entry, where it has one. */
  readonly seq?: number;
  readonly message: Message;
  readonly decision: { readonly tokens: { readonly sent: number } };
}

/** The facts that decide where live text stands. */
export interface PlacementRequest {
  readonly placement: LivePlacement;
  /** Where the format that is asked for may have it. */
  readonly liveHosts: LiveHosts;
  readonly tokens: number;
  readonly lastUserSeq: number | undefined;
}

/**
 * The place of live text in a context.
 *
 * @param items the context without its live items, in send order
 */
export function livePlaceIn(items: readonly HostItem[], live: PlacementRequest): SentPlace {
  const index = hostIndex(items, live);
  const host = items[index];
  if (!host) return { kind: 'message', rewrittenTokens: live.tokens };
  const firstBehind = liveSideOf(host.message) === 'ahead' ? index : index + 1;
  const rewrittenTokens = live.tokens + tokensFrom(items, firstBehind);
  return { kind: 'inside', itemId: host.id, rewrittenTokens };
}

/** The side of a host's own words: the user's come last, because it is them that the model answers. */
export function liveSideOf(host: Message): 'ahead' | 'behind' {
  return host.role === 'user' ? 'ahead' : 'behind';
}

/** The item that live text goes into; -1 where it has to be a message of its own. */
function hostIndex(
  items: readonly HostItem[],
  { placement, liveHosts, lastUserSeq }: PlacementRequest,
): number {
  const isHost = liveHosts === 'user' ? isOfUser : canHost;
  const preferred = preferredIndex(items, placement, lastUserSeq);
  if (isHost(items[preferred])) return preferred;
  if (liveHosts === 'user') return items.findLastIndex(isOfUser);
  const last = items.findLastIndex(isMessage);
  return canHost(items[last]) && items[last]?.message.role !== 'system' ? last : -1;
}

function preferredIndex(
  items: readonly HostItem[],
  placement: LivePlacement,
  lastUserSeq: number | undefined,
): number {
  switch (placement) {
    case 'auto':
      return -1;
    case 'run-start':
      return items.findLastIndex((item) => item.kind === 'entry' && item.seq === lastUserSeq);
    case 'tool-result':
      return newestResult(items, lastUserSeq ?? -1);
    case 'system':
      return lastLeadingSystem(items);
    default:
      return placement satisfies never;
  }
}

/** The newest item with a tool's result behind the message that began the run. */
function newestResult(items: readonly HostItem[], runStart: number): number {
  const isOfRun = ({ seq }: HostItem) => seq !== undefined && seq > runStart;
  const index = items.findLastIndex((item) => !isOfRun(item) || item.message.role === 'tool');
  const found = items[index];
  return found && isOfRun(found) ? index : -1;
}

/** The newest of the system messages that stand ahead of everything else. */
function lastLeadingSystem(items: readonly HostItem[]): number {
  const next = items.findIndex((item) => item.tier !== 'system');
  return items.slice(0, next === -1 ? items.length : next).findLastIndex(isMessage);
}

/** Tells whether the item is rendered as a message that text of another origin may stand in. */
function canHost(item: HostItem | undefined): boolean {
  if (!item || item.kind === 'condensed' || !isMessage(item)) return false;
  const { role, parts } = item.message;
  if (role === 'tool') return parts.some((part) => part.type === 'tool-result');
  const isShown = parts.length === 0 || parts.some((part) => part.type !== 'thinking');
  return role !== 'assistant' && isShown;
}

function isOfUser(item: HostItem | undefined): boolean {
  return item?.message.role === 'user' && canHost(item);
}

/** Tools travel beside the messages, ahead of all of them in what a provider caches. */
function isMessage(item: HostItem): boolean {
  return item.kind !== 'tools';
}

function tokensFrom(items: readonly HostItem[], first: number): number {
  let tokens = 0;
  for (let index = first; index < items.length; index += 1) {
    const item = items[index];
    if (item && isMessage(item)) tokens += item.decision.tokens.sent;
  }
  return tokens;
}
