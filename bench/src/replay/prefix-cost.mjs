// @ts-check
import { textOf } from './chat-message.mjs';
import { messageTokens, textTokens } from './token-units.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

/** Providers cache a prefix from this length on … */
const SHORTEST_CACHED_PREFIX_TOKENS = 1024;
/** … in steps of this many tokens … */
const CACHE_STEP_TOKENS = 128;
/** … and charge this share of the price for reading it. */
const CACHED_TOKEN_PRICE = 0.1;

/**
 * The price of one session's contexts at a provider with prefix caching, in tokens at full price.
 * Each context is compared with the one sent just before.
 */
export class PrefixCost {
  /** @type {readonly ChatMessage[] | undefined} */
  #previous;
  /** Tokens at full price, cached ones counted at their share. */
  cost = 0;
  /** Tokens of all contexts sent. */
  sentTokens = 0;
  /** The part of them that was read from the cache. */
  cachedTokens = 0;
  /** Contexts that changed something inside the previous one, its last message aside. */
  compactions = 0;

  /** @param {readonly ChatMessage[]} context */
  send(context) {
    const totalTokens = sumTokens(context);
    const shared = this.#previous === undefined ? undefined : sharedPrefix(this.#previous, context);
    const cached = cacheableTokens(shared?.tokens ?? 0);
    this.cost += totalTokens - cached + CACHED_TOKEN_PRICE * cached;
    this.sentTokens += totalTokens;
    this.cachedTokens += cached;
    if (shared?.keepsPrevious === false) this.compactions += 1;
    this.#previous = context;
  }

  /**
   * The memory gave no context: charged as a full one without any cache, and the next starts cold.
   *
   * @param {number} budgetTokens
   */
  refuse(budgetTokens) {
    this.cost += budgetTokens;
    this.sentTokens += budgetTokens;
    this.#previous = undefined;
  }
}

/**
 * How far two contexts agree from the start: whole messages, then the beginning of the first pair
 * that differs if both have the same role.
 *
 * @param {readonly ChatMessage[]} previous
 * @param {readonly ChatMessage[]} context
 * @returns {{ tokens: number, keepsPrevious: boolean }} `keepsPrevious`: all of the previous context
 *   but its last message, which may carry live notes, stands unchanged
 */
export function sharedPrefix(previous, context) {
  const length = sharedLength(previous, context, sameMessage);
  const before = previous[length];
  const after = context[length];
  const partial = before && after && before.role === after.role ? sharedText(before, after) : '';
  return {
    tokens: sumTokens(context.slice(0, length)) + textTokens(partial),
    keepsPrevious: length >= previous.length - 1,
  };
}

/**
 * How much of a shared prefix the cache really holds.
 *
 * @param {number} sharedTokens
 * @returns {number}
 */
export function cacheableTokens(sharedTokens) {
  if (sharedTokens < SHORTEST_CACHED_PREFIX_TOKENS) return 0;
  return Math.floor(sharedTokens / CACHE_STEP_TOKENS) * CACHE_STEP_TOKENS;
}

/** @param {readonly ChatMessage[]} messages */
function sumTokens(messages) {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/**
 * @param {ChatMessage} a
 * @param {ChatMessage} b
 */
function sameMessage(a, b) {
  return a === b || bytesOf(a) === bytesOf(b);
}

/**
 * Everything of a message that reaches the model.
 *
 * @param {ChatMessage} message
 */
function bytesOf(message) {
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => [
    id,
    called.name,
    called.arguments,
  ]);
  return JSON.stringify([message.role, textOf(message), calls, message.tool_call_id ?? '']);
}

/**
 * @param {ChatMessage} before
 * @param {ChatMessage} after
 */
function sharedText(before, after) {
  const text = textOf(after);
  return text.slice(0, sharedLength(textOf(before), text, Object.is));
}

/**
 * @template Item
 * @param {ArrayLike<Item>} a
 * @param {ArrayLike<Item>} b
 * @param {(x: Item, y: Item) => boolean} same
 */
function sharedLength(a, b, same) {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) {
    if (!same(/** @type {Item} */ (a[index]), /** @type {Item} */ (b[index]))) return index;
  }
  return end;
}
