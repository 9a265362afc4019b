// @ts-check

/** @typedef {import('./sources.mjs').Source} Source */

/**
 * A piece of a source, as long as a message.
 *
 * @typedef {object} Passage
 * @property {string} source
 * @property {string} text
 */

/** Aims of a passage's length in characters: about 400 tokens in every kind. */
const LENGTHS = { prose: 1_500, code: 1_500, json: 1_200, cyrillic: 1_200, cjk: 500 };
/** A shorter rest is left out: one token more or less would be an error of some per cent. */
const SHORTEST_SHARE = 1 / 5;
/**
 * No source has more of a say than this many passages, taken evenly from all of it: a large source
 * repeats itself, and some kinds have few large ones.
 */
const MOST_PASSAGES = 6;

/**
 * Cuts a source into passages, at blank lines where there are some.
 *
 * @param {Source} source
 * @returns {Passage[]}
 */
export function passagesOf({ kind, name, texts }) {
  const length = LENGTHS[kind];
  /** @type {Passage[]} */
  const passages = [];
  let held = '';
  for (const paragraph of texts.flatMap((text) => text.split(/\n\s*\n/))) {
    if (paragraph.trim() === '') continue;
    held = held === '' ? paragraph : `${held}\n\n${paragraph}`;
    while (held.length >= length) {
      const end = held.length < 2 * length ? held.length : length;
      passages.push({ source: name, text: held.slice(0, end) });
      held = held.slice(end);
    }
  }
  if (held.length >= length * SHORTEST_SHARE) passages.push({ source: name, text: held });
  return evenly(passages, MOST_PASSAGES);
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} most
 * @returns {Item[]}
 */
function evenly(items, most) {
  const step = Math.max(1, items.length / most);
  return Array.from(
    { length: Math.min(most, items.length) },
    (_, at) => /** @type {Item} */ (items[Math.floor(at * step)]),
  );
}
