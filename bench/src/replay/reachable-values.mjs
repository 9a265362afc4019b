// @ts-check
import { callTextOf, textOf } from './chat-message.mjs';
import { standsIn, unescaped } from './text-places.mjs';
import { textTokens } from './token-units.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */
/** @typedef {import('./systems/system.mjs').Memory} Memory */

/** A page of results has so many tokens at most. */
const PAGE_TOKENS = 2_000;
/** Words of each message that a query is made of, at most. */
const WORDS_OF_EACH = 30;

const WORD = /[\p{L}\p{N}_@~$#./:-]+/gu;

/**
 * The query by which the reader of a context could search for what it needs next: words of the last
 * message of the user and of each message of the newest unit, each word once.
 *
 * @param {readonly ChatMessage[]} context
 * @returns {string}
 */
export function queryFrom(context) {
  const lastUser = context.findLast(({ role }) => role === 'user');
  const unit = newestUnit(context).filter((message) => message !== lastUser);
  const texts = [...(lastUser ? [lastUser] : []), ...unit].map(
    (message) => `${callTextOf(message)} ${textOf(message)}`,
  );
  const words = texts.flatMap((text) =>
    [...new Set(text.match(WORD) ?? [])].slice(0, WORDS_OF_EACH),
  );
  return [...new Set(words)].join(' ');
}

/**
 * Which of the values that a context lacks stand in the first page of one search for them. A memory
 * that cannot search reaches none.
 *
 * @param {Memory} memory
 * @param {readonly ChatMessage[]} context
 * @param {readonly string[]} missing
 * @returns {Promise<readonly string[]>}
 */
export async function reachedValues(memory, context, missing) {
  if (memory.search === undefined || missing.length === 0) return [];
  const query = queryFrom(context);
  if (query === '') return [];
  const page = await memory.search(query);
  const tokens = textTokens(page);
  if (tokens > PAGE_TOKENS) throw new Error(`A page of ${tokens} tokens, over ${PAGE_TOKENS}.`);
  const text = unescaped(page);
  return missing.filter((value) => standsIn(text, value));
}

/**
 * The last message with the call that it answers.
 *
 * @param {readonly ChatMessage[]} context
 */
function newestUnit(context) {
  const start = context.findLastIndex(({ role }) => role !== 'tool');
  return context.slice(Math.max(0, start));
}
