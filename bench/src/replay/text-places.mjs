// @ts-check

/** The letters that escapes of JSON stand for; a text may carry JSON in JSON, and so several backslashes. */
const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ["'", "'"],
  ['/', '/'],
]);

/**
 * A text with the escapes of JSON read as what they mean.
 *
 * @param {string} text
 * @returns {string}
 */
export function unescaped(text) {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\+([\s\S]?)/g,
    (_, /** @type {string} */ sign) => ESCAPES.get(sign) ?? `\\${sign}`,
  );
}

/**
 * Tells whether a cut here would go through a word.
 *
 * @param {string} text
 * @param {number} at
 */
export function isInsideWord(text, at) {
  const isWord = (/** @type {string} */ character) => /[\p{L}\p{N}_]/u.test(character);
  return at > 0 && at < text.length && isWord(text.charAt(at - 1)) && isWord(text.charAt(at));
}

/**
 * The places where a value stands alone: `view` does not stand in `review`.
 *
 * @param {string} text
 * @param {string} value
 * @returns {Generator<number, undefined>}
 */
export function* placesOf(text, value) {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!isInsideWord(text, at) && !isInsideWord(text, at + value.length)) yield at;
  }
  return undefined;
}

/**
 * @param {string} text
 * @param {string} value
 */
export function standsIn(text, value) {
  return placesOf(text, value).next().value !== undefined;
}
