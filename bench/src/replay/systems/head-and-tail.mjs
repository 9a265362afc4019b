// @ts-check
import { clipOnEntry } from '../clip-on-entry.mjs';

/** @typedef {import('../clip-on-entry.mjs').Entry} Entry */

/**
 * Reference: the system message, the first user message, and as many of the newest messages as fit.
 *
 * @type {import('./system.mjs').System}
 */
export const headAndTail = {
  name: 'head + tail',
  open({ budget }) {
    /** @type {Entry[]} */
    const entries = [];
    return {
      append(message) {
        entries.push(clipOnEntry(message, budget));
      },
      assemble() {
        const { head, rest } = splitHead(entries);
        const room = budget - head.reduce((sum, entry) => sum + entry.tokens, 0);
        return [...head, ...newestWithin(rest, room)].map((entry) => entry.message);
      },
    };
  },
};

/**
 * @param {readonly Entry[]} entries
 * @returns {{ head: Entry[], rest: Entry[] }} what stands between the two messages of the head is left out
 */
function splitHead(entries) {
  const system = entries.slice(0, 1).filter((entry) => entry.message.role === 'system');
  const anchorIndex = entries.findIndex((entry) => entry.message.role === 'user');
  if (anchorIndex < 0) return { head: system, rest: entries.slice(system.length) };
  return {
    head: [...system, ...entries.slice(anchorIndex, anchorIndex + 1)],
    rest: entries.slice(anchorIndex + 1),
  };
}

/**
 * @param {readonly Entry[]} entries
 * @param {number} roomTokens
 */
function newestWithin(entries, roomTokens) {
  let left = roomTokens;
  let start = entries.length;
  for (const entry of entries.toReversed()) {
    if (entry.tokens > left) break;
    left -= entry.tokens;
    start -= 1;
  }
  return entries.slice(start);
}
