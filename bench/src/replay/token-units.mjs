// @ts-check
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { callTextOf, textOf } from './chat-message.mjs';

/** The tokens of a message beside its text: role and delimiters. */
const FRAMING_TOKENS = 4;

const MEMO_ENTRIES = 200_000;

/** @type {Map<string, number>} */
const memo = new Map();

/**
 * Tokens of a text in o200k_base. Text that looks like a special token is plain text.
 *
 * @param {string} text
 * @returns {number}
 */
export function textTokens(text) {
  if (text === '') return 0;
  const known = memo.get(text);
  if (known !== undefined) return known;
  const counted = countTokens(text, { disallowedSpecial: new Set() });
  if (memo.size >= MEMO_ENTRIES) memo.clear();
  memo.set(text, counted);
  return counted;
}

/**
 * Counts the tokens of one message in a context: framing, content, names and arguments of calls.
 *
 * @param {import('./chat-message.mjs').ChatMessage} message
 * @returns {number}
 */
export function messageTokens(message) {
  return FRAMING_TOKENS + textTokens(textOf(message)) + textTokens(callTextOf(message));
}
