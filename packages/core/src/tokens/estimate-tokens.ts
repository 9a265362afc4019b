import type { TokenCounter } from './token-counter.ts';

/**
 * What the runs of a text cost in tokens of `o200k_base`, per run and per letter of it.
 *
 * Fitted by regularised least squares of the relative error on some thousands of excerpts (prose,
 * documentation, chat, source code, JSON and tool output in English; four Cyrillic languages;
 * Chinese, Japanese and Korean), each kind with the same weight, a third of the sources held back
 * for checking; rounded afterwards with all of them in view. They aim a little high: too low a figure
 * is the worse mistake.
 */
const WORD = 1;
const WORD_LETTER = 0.05;
const NAME = 1.1;
const WORD_ALONE = 1.16;
const WORD_ALONE_LETTER = 0.06;
const WORD_AFTER_JOINER = 1.1;
const WORD_AFTER_SYMBOL = 1.62;
const WORD_AFTER_SYMBOL_LETTER = 0.083;
const UNWORDLY_LETTER = 0.35;
const CAPITALS_LETTER = 0.14;
const CAPITALS_NOT_AFTER_BLANK = 0.6;
const SEVERAL_CAPITALS = 1.3;
const CONTRACTION = 0.48;
const ACCENT = 1;
const CYRILLIC_WORD = 1.06;
const CYRILLIC_LETTER = 0.178;
const CYRILLIC_NAME = 1.5;
const CYRILLIC_ALONE = 1.38;
const CYRILLIC_ALONE_LETTER = 0.28;
const CYRILLIC_CAPITALS_LETTER = 0.83;
const NOT_RUSSIAN = 0.9;
const TRADITIONAL_HAN = 1.4;
const FURTHER_SYMBOL = 0.055;
const CHANGED_SYMBOL = 0.09;
const RARE_SYMBOL = 0.27;
/** Letters up to which a run may be a word; a longer one is a name glued together, or noise. */
const LONGEST_WORD = 18;

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
const PLAIN_PER_RUN = [0.48, 0.42, 0.29, 0.3, 1.25, 0, 0];
const PLAIN_PER_LETTER = [0.645, 0.4, 0.53, 0.63, 0.6, 1.03, 0.45];

// What stands before a run and may share a token with it.
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
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let before = NOTHING;
  for (let at = 0; at < text.length; ) {
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
    } else if (script === CAPITAL || script === SMALL) {
      tokens += latinTokens(text, start, at, before);
    } else if (script === CYRILLIC_CAPITAL || script === CYRILLIC_SMALL) {
      tokens += cyrillicTokens(text, start, at, before);
    } else if (script === SYMBOL) {
      const next = scriptAt(text, at);
      const leads = length === 1 && before !== BLANK && (next === SMALL || next === CAPITAL);
      tokens += symbolTokens(text, start, at) - (leads ? 1 : 0);
      behind = leads ? leadAt(text, start) : SYMBOLS;
    } else {
      const plain = script - HAN;
      tokens += (PLAIN_PER_RUN[plain] ?? 0) + (PLAIN_PER_LETTER[plain] ?? 0) * length;
      if (script === HAN) tokens += TRADITIONAL_HAN * traditionalUnits(text, start, at);
      if (script === WIDE_PUNCTUATION) behind = SYMBOLS;
    }
    before = behind;
  }
  return Math.ceil(tokens);
}

/** Counts by `estimateTokens`: serves until ranks are loaded, and where nobody wants to load them. */
export const estimatingCounter: TokenCounter = {
  encoding: 'o200k_base',
  source: 'estimated',
  count: estimateTokens,
};

function latinTokens(text: string, start: number, end: number, before: number): number {
  const length = end - start;
  const unwordly = UNWORDLY_LETTER * Math.max(0, length - LONGEST_WORD);
  const beyond = Math.max(0, length - 4);
  const capitals = runEnd(text, start, CAPITAL) - start;
  if (capitals > 1 && capitals === length) {
    return (
      WORD +
      unwordly +
      CAPITALS_LETTER * (length - 2) +
      (before === BLANK ? 0 : CAPITALS_NOT_AFTER_BLANK)
    );
  }
  if (before === APOSTROPHE && length < 3) return CONTRACTION;
  const rest =
    unwordly + ACCENT * unitsFrom(0x80, text, start, end) + (capitals > 1 ? SEVERAL_CAPITALS : 0);
  if (before === BLANK) {
    const perRun = capitals > 0 ? NAME : WORD;
    return rest + perRun + WORD_LETTER * Math.max(0, length - 5);
  }
  if (before < JOINER) return rest + WORD_ALONE + WORD_ALONE_LETTER * beyond;
  return (
    rest +
    (before === JOINER || length < 3 ? WORD_AFTER_JOINER : WORD_AFTER_SYMBOL) +
    WORD_AFTER_SYMBOL_LETTER * beyond
  );
}

function cyrillicTokens(text: string, start: number, end: number, before: number): number {
  const length = end - start;
  const capitals = runEnd(text, start, CYRILLIC_CAPITAL) - start;
  const rest = NOT_RUSSIAN * unitsFrom(0x450, text, start, end);
  if (capitals > 1) return rest + WORD + CYRILLIC_CAPITALS_LETTER * (length - 1);
  if (before !== BLANK)
    return rest + CYRILLIC_ALONE + CYRILLIC_ALONE_LETTER * Math.max(0, length - 2);
  return (
    rest +
    (capitals > 0 ? CYRILLIC_NAME : CYRILLIC_WORD) +
    CYRILLIC_LETTER * Math.max(0, length - 3)
  );
}

function symbolTokens(text: string, start: number, end: number): number {
  let changes = 0;
  for (let index = start + 1; index < end; index += 1) {
    if (text[index] !== text[index - 1]) changes += 1;
  }
  return (
    1 +
    FURTHER_SYMBOL * Math.max(0, end - start - 2) +
    CHANGED_SYMBOL * Math.max(0, changes - 1) +
    RARE_SYMBOL * unitsFrom(0x80, text, start, end)
  );
}

/** How a symbol alone binds to the word behind it. */
function leadAt(text: string, index: number): number {
  const symbol = text[index];
  if (symbol === '.' || symbol === '_' || symbol === '(') return JOINER;
  const script = index > 0 ? scriptAt(text, index - 1) : END;
  return symbol === "'" && (script === SMALL || script === CAPITAL)
    ? APOSTROPHE
    : DIGIT_OR_LONE_SYMBOL;
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
  let at = start;
  while (scriptAt(text, at) === script) at += 1;
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

/**
 * First and last + 1 of the blocks of characters whose radical only traditional Chinese (and
 * Japanese) writes in full: thread, speech, shell, cart, metal, gate, page, food, horse, fish, bird.
 */
const TRADITIONAL = [
  0x7cf8, 0x7ea0, 0x8a00, 0x8ba0, 0x8c9d, 0x8d1d, 0x8ecb, 0x8f66, 0x91d1, 0x9485, 0x9580, 0x95e8,
  0x9801, 0x9875, 0x98df, 0x9963, 0x99ac, 0x9a6c, 0x9b5a, 0x9c7c, 0x9ce5, 0x9e1f,
];

function traditionalUnits(text: string, start: number, end: number): number {
  let counted = 0;
  for (let index = start; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    counted += TRADITIONAL.filter((limit) => limit <= unit).length % 2;
  }
  return counted;
}
