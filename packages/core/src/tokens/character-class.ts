/** A set of character classes as bits; a character is in several. 0 stands for no character. */
export type CharacterClass = number;

/** Can stand in the capital part of a word: upper and title case, uncased letters, marks. */
export const UPPERISH = 1;
/** Can stand in the small part of a word: lower case, uncased letters, marks. */
export const LOWERISH = 2;
export const LETTER = 4;
export const NUMBER = 8;
/** White space as JavaScript's `\s` has it, line breaks included. */
export const SPACE = 16;
/** Carriage return and line feed only. */
export const NEWLINE = 32;
/** Neither space nor letter nor number: punctuation, symbols, marks, controls, lone surrogates. */
export const SYMBOL = 64;

const KNOWN = 128;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const FIRST_PAIR = 0x10000;
const CODE_POINTS = 0x110000;

const letter = /\p{L}/u;
const capital = /[\p{Lu}\p{Lt}]/u;
const small = /\p{Ll}/u;
const mark = /\p{M}/u;
const number = /\p{N}/u;
const space = /\s/;
const newline = /[\r\n]/;

/** Classes of a text's characters, from the engine's own Unicode tables. */
export class CharacterClasses {
  // Filled as characters are met, so that nobody waits for a million of them at start. Surrogates
  // stay 0 in the first table, which sends them to the slow path.
  readonly #ofUnit = new Uint8Array(FIRST_PAIR);
  #ofPair: Uint8Array | undefined;

  /** Class of the character at an index; 0 behind the end. */
  at(text: string, index: number): CharacterClass {
    if (index >= text.length) return 0;
    return this.#ofUnit[text.charCodeAt(index)] || this.#lookUp(text, index);
  }

  /** End of the run of characters from `start` that are in one of the wanted classes. */
  runEnd(text: string, start: number, wanted: CharacterClass): number {
    const ofUnit = this.#ofUnit;
    let index = start;
    while (index < text.length) {
      const known = ofUnit[text.charCodeAt(index)] as number;
      if (((known || this.#lookUp(text, index)) & wanted) === 0) break;
      index += known === 0 ? widthAt(text, index) : 1;
    }
    return index;
  }

  #lookUp(text: string, index: number): CharacterClass {
    const codePoint = text.codePointAt(index) as number;
    if (codePoint >= FIRST_PAIR) {
      this.#ofPair ??= new Uint8Array(CODE_POINTS - FIRST_PAIR);
      const known = this.#ofPair[codePoint - FIRST_PAIR];
      if (known) return known;
      const found = classify(codePoint);
      this.#ofPair[codePoint - FIRST_PAIR] = found;
      return found;
    }
    if (codePoint >= FIRST_SURROGATE && codePoint <= LAST_SURROGATE) return KNOWN | SYMBOL;
    const found = classify(codePoint);
    this.#ofUnit[codePoint] = found;
    return found;
  }
}

/** Code units of the character at an index: two for a surrogate pair. */
export function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) >= FIRST_PAIR ? 2 : 1;
}

function classify(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint);
  if (letter.test(character)) {
    if (capital.test(character)) return KNOWN | LETTER | UPPERISH;
    return KNOWN | LETTER | LOWERISH | (small.test(character) ? 0 : UPPERISH);
  }
  if (number.test(character)) return KNOWN | NUMBER;
  if (space.test(character)) return KNOWN | SPACE | (newline.test(character) ? NEWLINE : 0);
  return KNOWN | SYMBOL | (mark.test(character) ? UPPERISH | LOWERISH : 0);
}
