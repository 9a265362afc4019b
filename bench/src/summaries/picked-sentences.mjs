// @ts-check
import { textTokens } from '../replay/token-units.mjs';

/**
 * The sentences in this order, as many as have room; one that has none is passed over.
 *
 * @param {readonly string[]} sentences
 * @param {number} tokens
 */
export function sentencesWithin(sentences, tokens) {
  const picked = [];
  let room = tokens;
  for (const sentence of sentences) {
    if (room <= 1) break;
    // The line break behind it is a token.
    const size = textTokens(sentence) + 1;
    if (size > room) continue;
    picked.push(sentence);
    room -= size;
  }
  return picked.join('\n');
}

/**
 * The same list in an order that the seed decides.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} seed
 */
export function shuffled(items, seed) {
  const random = randomOf(seed);
  const list = [...items];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [
      /** @type {Item} */ (list[other]),
      /** @type {Item} */ (list[last]),
    ];
  }
  return list;
}

/**
 * Numbers from 0 to 1, by mulberry32.
 *
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
