import {
  type CharacterClass,
  CharacterClasses,
  LETTER,
  LOWERISH,
  NEWLINE,
  NUMBER,
  SPACE,
  SYMBOL,
  UPPERISH,
  widthAt,
} from './character-class.ts';

/**
 * Gives the end of the piece that starts at `start`. An encoding cuts a text into such pieces
 * before it merges bytes, and no token crosses a cut.
 *
 * These functions give the same pieces as the regular expressions that the encodings publish. They
 * are written out because an engine's matcher keeps a stack entry per character of a long run and
 * throws at some megabytes of it, because they need no string per piece, and because they look at
 * a character a bounded number of times.
 */
export type PieceEnd = (text: string, start: number) => number;

const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const BLANK = 0x20;
const LONGEST_NUMBER = 3;
const WORD = UPPERISH | LOWERISH;

/**
 * Pieces of `o200k_base`, in order of preference: a word of capitals then small letters with at
 * most one leading symbol or blank and an English contraction behind; up to three digits; a run of
 * symbols with its line breaks and slashes; white space.
 */
export function splitterOfO200k(): PieceEnd {
  const classes = new CharacterClasses();
  return (text, start) => {
    const first = classes.at(text, start);
    if (canLead(first)) {
      const second = start + widthAt(text, start);
      if (classes.at(text, second) & WORD) {
        const end = casedWordEnd(classes, text, second);
        // A mark may lead a word or be one: before capitals only, it is a word of its own.
        const isMark = (first & WORD) !== 0;
        if (!isMark || hasSmall(classes, text, second, end)) return contractionEnd(text, end);
      }
    }
    if (first & WORD) return contractionEnd(text, casedWordEnd(classes, text, start));
    if (first & NUMBER) return numberEnd(classes, text, start);
    const symbols = symbolsEnd(classes, text, start);
    if (symbols > start) return lineBreaksEnd(classes, text, symbols, true);
    return whiteSpaceEnd(classes, text, start);
  };
}

/** Pieces of `cl100k_base`: as above, but case is no boundary and contractions stand alone. */
export function splitterOfCl100k(): PieceEnd {
  const classes = new CharacterClasses();
  return (text, start) => {
    const contraction = contractionEnd(text, start);
    if (contraction > start) return contraction;
    const first = classes.at(text, start);
    if (first & LETTER) return classes.runEnd(text, start, LETTER);
    if (canLead(first)) {
      const second = start + widthAt(text, start);
      const end = classes.runEnd(text, second, LETTER);
      if (end > second) return end;
    }
    if (first & NUMBER) return numberEnd(classes, text, start);
    const symbols = symbolsEnd(classes, text, start);
    if (symbols > start) return lineBreaksEnd(classes, text, symbols, false);
    return whiteSpaceEnd(classes, text, start);
  };
}

/** One of these may stand before a word and belong to it: anything but a letter, number or break. */
function canLead(found: CharacterClass): boolean {
  return (found & (SYMBOL | SPACE)) !== 0 && (found & NEWLINE) === 0;
}

/**
 * End of capitals followed by small letters. Uncased letters and marks count as both. Where no
 * small letter follows the capitals, the word ends behind the last character that could be one, or
 * takes all capitals if none could.
 */
function casedWordEnd(classes: CharacterClasses, text: string, start: number): number {
  const capitalsEnd = classes.runEnd(text, start, UPPERISH);
  if (classes.at(text, capitalsEnd) & LOWERISH) return classes.runEnd(text, capitalsEnd, LOWERISH);
  let behindLastSmall = capitalsEnd;
  for (let at = start; at < capitalsEnd; at += widthAt(text, at)) {
    if (classes.at(text, at) & LOWERISH) behindLastSmall = at + widthAt(text, at);
  }
  return behindLastSmall;
}

function hasSmall(classes: CharacterClasses, text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += widthAt(text, at)) {
    if (classes.at(text, at) & LOWERISH) return true;
  }
  return false;
}

/** End of symbols with at most one blank before them, or `start` if there is no symbol. */
function symbolsEnd(classes: CharacterClasses, text: string, start: number): number {
  const symbols = text.charCodeAt(start) === BLANK ? start + 1 : start;
  const end = classes.runEnd(text, symbols, SYMBOL);
  return end > symbols ? end : start;
}

function lineBreaksEnd(
  classes: CharacterClasses,
  text: string,
  start: number,
  slashesToo: boolean,
): number {
  let at = start;
  while (classes.at(text, at) & NEWLINE || (slashesToo && text.charCodeAt(at) === SLASH)) at += 1;
  return at;
}

/** White space up to its last line break; else all of it but the blank that leads what follows. */
function whiteSpaceEnd(classes: CharacterClasses, text: string, start: number): number {
  const end = classes.runEnd(text, start, SPACE);
  for (let at = end; at > start; at -= 1) {
    if (classes.at(text, at - 1) & NEWLINE) return at;
  }
  return end < text.length && end - start > 1 ? end - 1 : end;
}

function numberEnd(classes: CharacterClasses, text: string, start: number): number {
  let at = start;
  for (let taken = 0; taken < LONGEST_NUMBER && classes.at(text, at) & NUMBER; taken += 1) {
    at += widthAt(text, at);
  }
  return at;
}

/** End of `'s`, `'t`, `'m`, `'d`, `'re`, `'ve`, `'ll` in any case, or `start` if none is there. */
function contractionEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== APOSTROPHE) return start;
  const letters = text.slice(start + 1, start + 3);
  if (/^[stmd]/i.test(letters)) return start + 2;
  return /^(?:re|ve|ll)$/i.test(letters) ? start + 3 : start;
}
