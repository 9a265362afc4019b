// @ts-check
import { callTextOf, textOf } from './chat-message.mjs';
import { isOriginal } from './fingerprints.mjs';

/** @typedef {import('./chat-message.mjs').ChatMessage} ChatMessage */

/** Pieces that a shortened message shares with an original are its text from this length on. */
const SHORTEST_PIECE = 32;

/**
 * Tells the session's own text in a context from derived text: summaries, indexes, markers. Of a
 * message that stands for a longer one, its own are the start and the end that it shares with that.
 *
 * @param {import('./sessions.mjs').Session} session
 * @param {readonly ChatMessage[]} earlier
 * @param {readonly ChatMessage[]} context
 * @returns {{ own: readonly string[], derived: readonly string[] }} the system text aside
 */
export function shareOutText({ system, fingerprints }, earlier, context) {
  const bodies = new Set(earlier.map(bodyOf));
  const own = [];
  const derived = [];
  for (const message of context) {
    const body = bodyOf(message);
    if (system && message.role === 'system' && body.includes(system.text)) {
      derived.push(body.replace(system.text, () => '\n'));
    } else if (bodies.has(body)) {
      own.push(body);
    } else if (isOriginal(fingerprints, message)) {
      const { head, tail } = sharedEnds(body, earlier);
      own.push(body.slice(0, head), body.slice(body.length - tail));
      derived.push(body.slice(head, body.length - tail));
    } else {
      derived.push(body);
    }
  }
  return { own, derived };
}

/**
 * A message as one text: its words, then its calls.
 *
 * @param {ChatMessage} message
 */
export function bodyOf(message) {
  return `${textOf(message)}\n${callTextOf(message)}`;
}

/**
 * How much a body shares with the start and the end of the earlier message that it shares most with.
 *
 * @param {string} body
 * @param {readonly ChatMessage[]} earlier
 */
function sharedEnds(body, earlier) {
  let best = { head: 0, tail: 0 };
  for (const message of earlier) {
    const original = bodyOf(message);
    const most = Math.min(body.length, original.length);
    let head = 0;
    while (head < most && body[head] === original[head]) head += 1;
    let tail = 0;
    while (tail < most - head && body.at(-1 - tail) === original.at(-1 - tail)) tail += 1;
    if (head + tail > best.head + best.tail) best = { head, tail };
  }
  const longEnough = (/** @type {number} */ length) => (length < SHORTEST_PIECE ? 0 : length);
  return { head: longEnough(best.head), tail: longEnough(best.tail) };
}
