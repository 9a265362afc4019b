import type { Message } from '../message/message.ts';

/** Where live text may stand: in any message that can hold it, or in the user's alone [TIER-4]. */
export type LiveHosts = 'any' | 'user';

/**
 * Where live state is to travel [TIER-4]. Whatever the choice, live text is counted, shrinks first,
 * and never stands where a provider would refuse it; where `system` has no host, `auto` decides.
 *
 * - `auto`: with the last message, before the user's words or behind a tool's result; behind the
 *   assistant as a message of its own. Under prefix caching a change costs its own tokens and at most the
 *   user's words.
 * - `system`: behind the system text; each change makes everything behind it be read again, and the
 *   agent's notes speak with the authority of the system.
 *
 * In a format that has live text with the user's words alone, a place elsewhere means the last user
 * message.
 */
export type LivePlacement = 'auto' | 'system';

/** Where live items travel: inside this item's message, or as a message of their own at the end. */
export type LivePlace =
  | { readonly kind: 'inside'; readonly itemId: string }
  | { readonly kind: 'message' }
  | { readonly kind: 'none' };

/** An item of the context, as far as placement reads it. */
export interface HostItem {
  readonly id: string;
  readonly kind: string;
  readonly tier: string;
  readonly message: Message;
}

/**
 * The place of live text in a context.
 *
 * @param items the context without its live items, in send order
 */
export function livePlaceIn(
  items: readonly HostItem[],
  placement: LivePlacement,
  liveHosts: LiveHosts,
): LivePlace {
  const host = items[hostIndex(items, placement, liveHosts)];
  return host ? { kind: 'inside', itemId: host.id } : { kind: 'message' };
}

/** The side of a host's own words: the user's come last, because it is them that the model answers. */
export function liveSideOf(host: Message): 'ahead' | 'behind' {
  return host.role === 'user' ? 'ahead' : 'behind';
}

/** The item that live text goes into; -1 where it has to be a message of its own. */
function hostIndex(
  items: readonly HostItem[],
  placement: LivePlacement,
  liveHosts: LiveHosts,
): number {
  if (liveHosts === 'user') return items.findLastIndex(isOfUser);
  const preferred = placement === 'system' ? lastLeadingSystem(items) : -1;
  if (canHost(items[preferred])) return preferred;
  const last = items.findLastIndex(isMessage);
  return canHost(items[last]) && items[last]?.message.role !== 'system' ? last : -1;
}

/** The newest of the system messages that stand before everything else. */
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

/** Tools travel beside the messages. */
function isMessage(item: HostItem): boolean {
  return item.kind !== 'tools';
}
