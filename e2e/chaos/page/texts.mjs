// @ts-check
import { randomFrom } from '../../../bench/src/runs/kill-point.mjs';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * The text of a message, the same in a page and out of it: one in three has some kilobytes, which no
 * two texts share, as a tool's result has.
 *
 * @param {string} sessionId
 * @param {number} place in the session, from 0
 */
export function textOf(sessionId, place) {
  const random = randomFrom(seedOf(`${sessionId} ${place}`));
  const characters = place % 3 === 0 ? 2_000 + random() * 4_000 : 20 + random() * 180;
  let text = `${sessionId} ${place}`;
  while (text.length < characters) text += ` ${word(random)}`;
  return text;
}

/** @param {() => number} random */
function word(random) {
  let letters = '';
  for (let left = 3 + random() * 7; left > 0; left -= 1)
    letters += LETTERS[Math.floor(random() * 26)];
  return letters;
}

/** @param {string} text */
function seedOf(text) {
  let seed = 0;
  for (let at = 0; at < text.length; at += 1)
    seed = (Math.imul(seed, 31) + text.charCodeAt(at)) | 0;
  return seed;
}
