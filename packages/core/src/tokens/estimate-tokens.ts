import type { Steps } from '../platform/steps.ts';
import { steppable } from './count-in-steps.ts';
import type { TokenCounter } from './token-counter.ts';

/**
 * The cost of runs of text in tokens of `o200k_base`: a price per run and a price per letter.
 *
 * Fitted by regularised least absolute relative error on some 4,500 passages from some 600 sources
 * (chat, documentation, literature, interface texts, source code, JSON and tool output; several
 * languages in Latin and in Cyrillic letters; Chinese in both scripts, Japanese, Korean), each kind
 * with the same weight. Of what the `tokens` benchmark measures, the Cyrillic and CJK texts were not
 * among them, nor half of the recorded sessions; which tables there are and how fine was chosen with
 * its figures in view. Prices aim a little high, by 0.6 to 3.3 % by kind: too low a figure is the
 * worse mistake.
 *
 * Runs of Latin letters are priced by what stands before them: nothing, a blank, symbols, a joiner,
 * an apostrophe, a digit or lone symbol (see `NOTHING` and the next five).
 */
const WORD = [1.21, 0.82, 1.21, 0.87, 1.22, 1.22];
const FURTHER_LETTER = [0.06, -0.01, 0.06, 0.25, 0.14, 0.14];
const NAME = [-0.31, 0.1, -0.31, 0.62, 0.35, 0.35];
const CAPITALS = [1.61, 0.99, 1.61, 1.45, 1.93, 1.93];
const CAPITALS_LETTER = 0.09;
const SEVERAL_CAPITALS = 0.38;
const VOWEL_END = 0.57;
const UNWORDLY_LETTER = 0.21;
const CONTRACTION = -0.27;
const ACCENT = 0.85;
const CYRILLIC_CAPITALS = -0.12;
const CYRILLIC_CAPITALS_LETTER = 0.82;
const FURTHER_SYMBOL = 0.02;
const RARE_SYMBOL = 0.35;
/** Letters up to which a run may be a word; a longer one is a name glued together, or noise. */
const LONGEST_WORD = 18;

// The price of a single letter, in tenths of a token above or below `@`: common letters stand in common
// words, which are tokens; rare ones are what a word breaks at. First a-z behind a blank and
// elsewhere. Then, for two tenths a step, а-џ, pairs of them (`pairPricesOf`), hiragana, blocks of 256
// syllables from U+AC00; for three tenths, blocks of 32 ideographs from U+4E00 (which stand in the
// order of radicals and strokes, so that a block is common or rare).
const LATIN_WORD = '?AAA@@A@@EEB@B>AAAA@@BAB?M';
const LATIN_PART = '?FA@>ABB>9H@BA@AN@A@?@D?@H';
const CYRILLIC = '@@>B??@??@=@A>?@@@>@ABA>??D<>>@=@?H@@@C@>DDC@@@@';
const IDEOGRAPHS =
  '?>BA>B@?>@?@@@??C??@@AA@@A@???@@>@A@@>B@?@??@@??>?AA@@@?@@@@@BA@@@@@@@?>A??@B@AA@?A@A@@A' +
  '@CA@>@@@@@@@@@@@@@@@>A@>A??C@@@@@@@@@@@@=@?@>@@@@B>AA@@A@?@?@>?@?@AA@@A@>>?>??@??A@@@?@@' +
  '?@@@@@@A@??@??A>A=A@@@@?@>@??@@@>?A?@@@@?@@@?@@@AA@@BB@@A@@A@??@@A@?A@?@@@@@@@@@BA@@?@@@' +
  '@A@@@@@@@@@@@@@@@A@@@@@@@B>B@?A@@@@AA?@@?@@@@@@@A?@A@@A@@@@@?@?@@@@@@@@@>@@@AB@@@@@@@A@@' +
  'A@@@@@@@@@?@A?@@@A@>@A@@B>AA@AAA@A@A@@=@??@>@@@@>@@@@@@>A@@A@@@@B@@@@A@@@@@@@?@@@@@@@@@@' +
  '@@@@@@@@@@@@@@@@@@@@@@@@@@A@@@@A@@@@?>@@A@@@@A@@A@@A@=?>AA@@@AA@@@?@@@@A@?@@@@C@A@@==><B' +
  '>@BAA@@A@@A@@@@@@@@@@@@@B@@A@@@@@@@@@@@?@?@AA@@??@@@>AAB@@B?@@@@A@B>?@AA@@@@@@@@A@@@@@B@' +
  '@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@A';
const CYRILLIC_PAIRS =
  ';????DD@=C@@A?@?@?A@B>@F=A@?A@B>B@D>DABA?>?@>=AB?D@?B=AAA;@@A@C>>A>CB@A@B@?@B?@=?A???@?;A=?A?CD>BDD?;?A?CD?=@A><>A=>CBA>A=?<B>@C';
const HIRAGANA_LETTERS =
  '@?@?@A@?@?A?A@AABA>?:@>?>@>AA@B:B@@@?>BA@A@@??C?@@?@@@@@E@@@@;>ACBAC@A?@C??C@@B@@@A@@@';
const SYLLABLES = '=G?BCE?;AA=A?@?=>AA@?@>FB<<@@@E@>@B@>B?:C;@E';

// Scripts of code units. From `HAN` on they need no rule but a price per run and per letter.
const END = -1;
const SPACE = 0;
const DIGIT = 1;
const CAPITAL = 2;
const SMALL = 3;
const SYMBOL = 4;
const CYRILLIC_CAPITAL = 5;
const CYRILLIC_SMALL = 6;
const HAN = 7;
const HIRAGANA = 8;
const KATAKANA = 9;
const HANGUL = 10;
const WIDE_PUNCTUATION = 11;
const SURROGATE = 12;
const OTHER_LETTER = 13;
const PLAIN_PER_RUN = [0.6, 0, 0.37, 0.13, 0.2, 0, 0];
const PLAIN_PER_LETTER = [0.95, 0.61, 0.62, 0.94, 0.61, 1.03, 0.42];

// The neighbour before a run, which may share a token with it.
const NOTHING = 0;
const BLANK = 1;
const SYMBOLS = 2;
const JOINER = 3;
const APOSTROPHE = 4;
const DIGIT_OR_LONE_SYMBOL = 5;

/**
 * Estimates how many tokens of `o200k_base` a text has, without the encoding's megabytes of ranks.
 *
 * The text is cut into runs much as the encoding cuts it (words with a leading blank or symbol,
 * digits in threes, symbols, white space), and each run is priced by its script and length. One
 * pass, no regular expression, nothing kept.
 *
 * @example
 * const isLong = estimateTokens('Where is order ZFA04Y?') > 4_000;
 */
export function estimateTokens(text: string): number {
  return figureOf(text, readOn(text, START, text.length));
}

/** Characters that are read in one step. */
const CHARACTERS_PER_STEP = 2_048;

function* estimateInSteps(text: string): Steps<number> {
  let place = START;
  while (place.at < text.length) {
    place = readOn(text, place, place.at + CHARACTERS_PER_STEP);
    yield;
  }
  return figureOf(text, place);
}

/** How far a text was read, between two runs. */
interface Place {
  readonly at: number;
  /** The tokens of the runs up to there. */
  readonly tokens: number;
  /** The neighbour before the next run. */
  readonly before: number;
}

const START: Place = { at: 0, tokens: 0, before: NOTHING };

/** A longer run is no word of any language, and is read in pieces; threes of digits stay whole. */
const LONGEST_RUN = 30_000;

function figureOf(text: string, { tokens }: Place): number {
  return text === '' ? 0 : Math.max(1, Math.ceil(tokens));
}

/** Reads whole runs, up to `until` or a little further. */
function readOn(text: string, from: Place, until: number): Place {
  const most = Math.min(until, text.length);
  let { at, tokens, before } = from;
  while (at < most) {
    const start = at;
    const script = scriptAt(text, at);
    at = runEnd(text, at, script);
    // Small letters behind a capital are of one word with it.
    if (script === CAPITAL || script === CYRILLIC_CAPITAL) at = runEnd(text, at, script + 1);
    const length = at - start;

    let behind = NOTHING;
    if (script === SPACE) {
      const blanks = at - lineBreaksEnd(text, start, at);
      const next = scriptAt(text, at);
      // Line breaks behind symbols belong to their token.
      if (blanks < length && !(before === SYMBOLS && isBreak(text, start))) tokens += 1;
      if (blanks > 1) tokens += 1;
      // The last blank goes to what follows it, unless that is a number or nothing.
      if (blanks > 0 && next === DIGIT) tokens += 1;
      else if (blanks === 1 && next === END) tokens += 1;
      else if (blanks > 0) behind = BLANK;
    } else if (script === DIGIT) {
      tokens += Math.ceil(length / 3);
      behind = DIGIT_OR_LONE_SYMBOL;
    } else if (isLatin(script)) {
      tokens += latinTokens(text, start, at, before);
    } else if (script === CYRILLIC_CAPITAL || script === CYRILLIC_SMALL) {
      tokens += cyrillicTokens(text, start, at, before);
    } else if (script === SYMBOL) {
      const leads = length === 1 && before !== BLANK && isLatin(scriptAt(text, at));
      tokens += leads ? 0 : 1;
      tokens += FURTHER_SYMBOL * Math.max(0, length - 2);
      tokens += RARE_SYMBOL * unitsFrom(0x80, text, start, at);
      behind = leads ? leadAt(text, start) : SYMBOLS;
    } else {
      const plain = script - HAN;
      tokens += (PLAIN_PER_RUN[plain] ?? 0) + (PLAIN_PER_LETTER[plain] ?? 0) * length;
      if (script === HAN) tokens += 3 * pricesOf(IDEOGRAPHS, 5, 0x4e00, text, start, at);
      if (script === HIRAGANA) tokens += 2 * pricesOf(HIRAGANA_LETTERS, 0, 0x3041, text, start, at);
      if (script === HANGUL) tokens += 2 * pricesOf(SYLLABLES, 8, 0xac00, text, start, at);
      if (script === WIDE_PUNCTUATION) behind = SYMBOLS;
    }
    before = behind;
  }
  return { at, tokens, before };
}

/**
 * Counts by `estimateTokens`: serves until ranks are loaded, and where nobody wants to load them.
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, tokenCounter: estimatingCounter });
 */
export const estimatingCounter: TokenCounter = {
  encoding: 'o200k_base',
  source: 'estimated',
  count: steppable(estimateTokens, estimateInSteps),
};

function latinTokens(text: string, start: number, end: number, before: number): number {
  const length = end - start;
  const unwordly = UNWORDLY_LETTER * Math.max(0, length - LONGEST_WORD);
  const capitals = runEnd(text, start, CAPITAL) - start;
  if (capitals > 1 && capitals === length) {
    return (CAPITALS[before] ?? 0) + CAPITALS_LETTER * (length - 2) + unwordly;
  }
  if (before === APOSTROPHE && length < 3) return CONTRACTION;
  return (
    (WORD[before] ?? 0) +
    (FURTHER_LETTER[before] ?? 0) * Math.max(0, length - 4) +
    (capitals > 0 ? (NAME[before] ?? 0) : 0) +
    (capitals > 1 ? SEVERAL_CAPITALS : 0) +
    (before === BLANK && 'aiou'.includes(text.charAt(end - 1)) ? VOWEL_END : 0) +
    unwordly +
    ACCENT * unitsFrom(0x80, text, start, end) +
    pricesOf(before === BLANK ? LATIN_WORD : LATIN_PART, 0, 0x61, text, start, end)
  );
}

function cyrillicTokens(text: string, start: number, end: number, before: number): number {
  const length = end - start;
  const capitals = runEnd(text, start, CYRILLIC_CAPITAL) - start;
  const letters =
    0.33 * length +
    1.5 * unitsFrom(0x460, text, start, end) +
    2 * pricesOf(CYRILLIC, 0, 0x430, text, start, end) +
    2 * pairPricesOf(text, start, end);
  if (capitals > 1) return letters + CYRILLIC_CAPITALS + CYRILLIC_CAPITALS_LETTER * (length - 1);
  const further = Math.max(0, length - 3);
  return (
    letters +
    (before === BLANK
      ? 0.82 + 0.08 * further + (capitals > 0 ? 1.05 : 0)
      : 0.94 + 0.2 * further + (capitals > 0 ? 0.6 : 0))
  );
}

/** Gives the price of a run's letters, by a table that has one character for `2 ** bits` code units from `first`. */
function pricesOf(
  table: string,
  bits: number,
  first: number,
  text: string,
  start: number,
  end: number,
): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    const price = table.charCodeAt((smallUnitAt(text, index) - first) >> bits);
    // Not a number for a unit that is not in the table.
    if (price > 0) sum += price - 0x40;
  }
  return sum / 10;
}

/** Gives the price of the neighbours in a Cyrillic run. Many pairs share a price, the frequent ones decide it. */
function pairPricesOf(text: string, start: number, end: number): number {
  let sum = 0;
  for (let index = start + 1; index < end; index += 1) {
    const pair = smallUnitAt(text, index - 1) * 5 + smallUnitAt(text, index) * 11;
    sum += CYRILLIC_PAIRS.charCodeAt(pair % CYRILLIC_PAIRS.length) - 0x40;
  }
  return sum / 10;
}

/** Code unit of a letter, of its small form where it is a Latin or Cyrillic capital. */
function smallUnitAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x5b) return unit + 0x20;
  if (unit < 0x400 || unit > 0x42f) return unit;
  return unit + (unit < 0x410 ? 0x50 : 0x20);
}

/** How a symbol alone binds to the word behind it. */
function leadAt(text: string, index: number): number {
  if ('._('.includes(text.charAt(index))) return JOINER;
  const isInWord = text[index] === "'" && isLatin(scriptAt(text, index - 1));
  return isInWord ? APOSTROPHE : DIGIT_OR_LONE_SYMBOL;
}

function isLatin(script: number): boolean {
  return script === CAPITAL || script === SMALL;
}

/** Script of the code unit at an index, by Unicode block: coarse, but small. */
function scriptAt(text: string, index: number): number {
  if (index >= text.length) return END;
  const unit = text.charCodeAt(index);
  if (unit < 0x80) {
    if (unit === 0x20 || (unit > 8 && unit < 14)) return SPACE;
    if (unit > 0x60 && unit < 0x7b) return SMALL;
    if (unit > 0x40 && unit < 0x5b) return CAPITAL;
    return unit > 0x2f && unit < 0x3a ? DIGIT : SYMBOL;
  }
  if (unit === 0xa0) return SPACE;
  if (unit < 0xc0 || (unit > 0x1fff && unit < 0x2c00)) return SYMBOL;
  if (unit < 0x250) return SMALL;
  if (unit < 0x400) return OTHER_LETTER;
  if (unit < 0x530) return unit < 0x430 ? CYRILLIC_CAPITAL : CYRILLIC_SMALL;
  if (unit < 0x3000) return OTHER_LETTER;
  if (unit < 0x3040 || unit > 0xfeff) return WIDE_PUNCTUATION;
  if (unit < 0x30a0) return HIRAGANA;
  if (unit < 0x3100) return KATAKANA;
  if (unit < 0xa000) return HAN;
  if (unit < 0xd800) return unit < 0xac00 ? OTHER_LETTER : HANGUL;
  return unit < 0xe000 ? SURROGATE : OTHER_LETTER;
}

function runEnd(text: string, start: number, script: number): number {
  const most = start + LONGEST_RUN;
  let at = start;
  while (at < most && scriptAt(text, at) === script) at += 1;
  return at;
}

function isBreak(text: string, index: number): boolean {
  return text[index] === '\n' || text[index] === '\r';
}

/** End of the white space's part up to its last line break; `start` if it has none. */
function lineBreaksEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && !isBreak(text, at - 1)) at -= 1;
  return at;
}

/** How many code units are at or above a limit. */
function unitsFrom(limit: number, text: string, start: number, end: number): number {
  let counted = 0;
  for (let index = start; index < end; index += 1) {
    if (text.charCodeAt(index) >= limit) counted += 1;
  }
  return counted;
}
