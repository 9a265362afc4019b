// @ts-check
import { clipOnEntry } from '../clip-on-entry.mjs';

/** @typedef {import('../chat-message.mjs').ChatMessage} ChatMessage */

const WINDOW_MESSAGES = 20;

/**
 * Reference: the system message and the last 20 messages, whatever they are.
 *
 * @type {import('./system.mjs').System}
 */
export const slidingWindow = {
  name: `sliding window, ${WINDOW_MESSAGES} messages`,
  open({ budget }) {
    /** @type {ChatMessage[]} */
    const messages = [];
    return {
      append(message) {
        messages.push(clipOnEntry(message, budget).message);
      },
      assemble() {
        const [first, ...rest] = messages;
        if (first?.role !== 'system') return messages.slice(-WINDOW_MESSAGES);
        return [first, ...rest.slice(-WINDOW_MESSAGES)];
      },
    };
  },
};
