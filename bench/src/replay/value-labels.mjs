// @ts-check
import { isInsideWord, placesOf } from './text-places.mjs';

/** So far from a value, on its line, a word can label it. */
const REACH = 60;
/** So far above it a text is searched for words where its own line has none. */
const REACH_ABOVE = 120;
/** A heading stands no further above than this. */
const REACH_OF_HEADING = 400;
const LONGEST_HEADING = 80;
const LONGEST_LINE_HEAD = 40;
const MOST_WORDS = 3;

const STOP_WORDS = new Set(
  (
    'a all also an and any are as at be been but by can could did do does for from had has have here his how if in ' +
    'into is it its just may more my no not of on only or our out should so some than that the their them then ' +
    'there they this to up us was we were what when which who will with would you your'
  ).split(' '),
);

const KEY_AT_END = /([\p{L}_][\p{L}\p{N}_ -]{1,40})["'`]?\s*(?::|=>?|\bis\b)\s*[[({]*["'`$]?$/u;
const TOKEN = /([\p{L}\p{N}_./#@$-]+)(["'`]?\s?[:=])?/gu;

/**
 * Tells whether a value says itself what it is: two different words of three letters, or one beside a blank.
 *
 * @param {string} value
 */
export function describesItself(value) {
  return new Set(wordsOf(value, 3)).size >= (/\s/.test(value) ? 1 : 2);
}

/**
 * The words by which a value stands in a text: those of its key, else the nearest before it on its line, else
 * the next ones, else those of the lines above.
 *
 * @param {string} text
 * @param {string} value
 * @returns {Generator<readonly string[], void>} for each place where it stands
 */
export function* labelsIn(text, value) {
  const own = new Set(tellingWords(value));
  for (const place of placesOf(text, value)) {
    const above = wholeWords(text, place - REACH_ABOVE, place);
    const before = above.slice(above.lastIndexOf('\n') + 1);
    const behind = place + value.length;
    const candidates = [
      tellingWords(KEY_AT_END.exec(before)?.[1] ?? '').slice(-MOST_WORDS),
      labelWords(wholeWords(before, before.length - REACH, before.length)).slice(-MOST_WORDS),
      labelWords(firstLine(wholeWords(text, behind, behind + REACH))).slice(0, MOST_WORDS),
      labelWords(above).slice(-MOST_WORDS),
    ];
    const words = candidates.find((list) => list.length > 0) ?? [];
    yield words.filter((word) => !own.has(word));
  }
}

/**
 * Tells whether a value stands by one of these words: near it on its line, in the head of the line, or in the
 * heading above.
 *
 * @param {string} text
 * @param {string} value
 * @param {ReadonlySet<string>} labels
 */
export function standsLabelled(text, value, labels) {
  for (const place of placesOf(text, value)) {
    const lineStart = place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
    const behind = place + value.length;
    const head = text.slice(lineStart, lineStart + LONGEST_LINE_HEAD + 1).split(':', 2);
    const nearby = [
      wholeWords(text, Math.max(lineStart, place - REACH), place),
      firstLine(wholeWords(text, behind, behind + REACH)),
      head.length > 1 ? `${head[0]}:` : '',
      headingAbove(text, lineStart),
    ];
    if (nearby.some((part) => labelWords(part).some((word) => labels.has(word)))) return true;
  }
  return false;
}

/**
 * The nearest line above that ends with a colon, or the first one of the block.
 *
 * @param {string} text
 * @param {number} lineStart
 */
function headingAbove(text, lineStart) {
  const lines = text.slice(Math.max(0, lineStart - REACH_OF_HEADING), lineStart).split('\n');
  lines.pop();
  let nearest = '';
  for (const line of lines.reverse()) {
    if (line.trim() === '') break;
    nearest = line.trim().slice(0, LONGEST_HEADING);
    if (line.trimEnd().endsWith(':')) break;
  }
  return nearest;
}

/**
 * Plain words, and those of keys; not the parts of other values.
 *
 * @param {string} text
 * @returns {readonly string[]}
 */
function labelWords(text) {
  return [...text.matchAll(TOKEN)].flatMap(([, name = '', keySign]) => {
    const bare = name.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const isPlain = /^\p{L}+$/u.test(bare) && !/\p{Ll}\p{Lu}/u.test(bare);
    return isPlain || keySign !== undefined ? tellingWords(bare) : [];
  });
}

/** @param {string} text */
function tellingWords(text) {
  return wordsOf(text, 2).filter((word) => !STOP_WORDS.has(word));
}

/**
 * @param {string} text
 * @param {number} leastLetters
 */
function wordsOf(text, leastLetters) {
  const apart = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/\p{L}+/gu) ?? []).filter((word) => word.length >= leastLetters);
}

/**
 * A part of a text, without the words that its ends would cut.
 *
 * @param {string} text
 * @param {number} from
 * @param {number} to
 */
function wholeWords(text, from, to) {
  let start = Math.max(0, from);
  let end = Math.min(text.length, to);
  while (start < end && isInsideWord(text, start)) start += 1;
  while (end > start && isInsideWord(text, end)) end -= 1;
  return text.slice(start, end);
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0] ?? '';
}
