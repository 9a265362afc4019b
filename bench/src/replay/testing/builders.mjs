// @ts-check
import { measureSession } from '../sessions.mjs';

/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */

/**
 * A text of exactly so many tokens that no other word of a test contains.
 *
 * @param {number} tokens
 * @param {string} [word] a word of one token
 */
export function words(tokens, word = 'apple') {
  return Array.from({ length: tokens }, () => ` ${word}`).join('');
}

/** @param {string} content @returns {ChatMessage} */
export const system = (content) => ({ role: 'system', content });

/** @param {string} content @returns {ChatMessage} */
export const user = (content) => ({ role: 'user', content });

/** @param {string} content @returns {ChatMessage} */
export const assistant = (content) => ({ role: 'assistant', content });

/**
 * @param {string} id
 * @param {unknown} [input]
 * @returns {ChatMessage}
 */
export const call = (id, input = {}) => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id, type: 'function', function: { name: 'look', arguments: JSON.stringify(input) } },
  ],
});

/**
 * @param {string} id
 * @param {string} [content]
 * @returns {ChatMessage}
 */
export const result = (id, content = 'done') => ({ role: 'tool', content, tool_call_id: id });

/** @param {readonly ChatMessage[]} messages */
export const session = (...messages) => measureSession('test', messages);
