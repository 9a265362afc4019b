// @ts-check
import { textOf } from './chat-message.mjs';
import { messageTokens } from './token-units.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

const LARGEST_RESULT_SHARE = 0.25;
/** Room for framing, and for text that is denser at its start than on average. */
const SAFETY_TOKENS = 8;
const SAFETY_SHARE = 0.9;

/**
 * A message as a system without limits of its own receives it.
 *
 * @typedef {object} Entry
 * @property {ChatMessage} message
 * @property {number} tokens what the system has to reckon with; for a clipped result its limit
 */

/**
 * Clips a tool result that alone would fill more than a quarter of the budget. Without it no policy
 * that keeps or drops whole messages could hold a budget, and the comparison would only show that.
 *
 * @param {ChatMessage} message
 * @param {number} budgetTokens
 * @returns {Entry}
 */
export function clipOnEntry(message, budgetTokens) {
  const tokens = messageTokens(message);
  const limitTokens = Math.floor(budgetTokens * LARGEST_RESULT_SHARE);
  if (message.role !== 'tool' || tokens <= limitTokens) return { message, tokens };
  const text = textOf(message);
  const fitting = ((text.length * (limitTokens - SAFETY_TOKENS)) / tokens) * SAFETY_SHARE;
  const content = text.slice(0, Math.max(0, Math.floor(fitting)));
  return { message: { ...message, content }, tokens: limitTokens };
}
