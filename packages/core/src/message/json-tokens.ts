import type { Steps } from '../ground/platform/steps.ts';

/** A string or a number in a JSON text. */
export interface JsonToken {
  /** Where it begins and ends in the text, quotation marks included. */
  readonly from: number;
  readonly to: number;
  readonly kind: 'name' | 'string' | 'number';
}

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
// Bounded, so that a step is, too.
const PLAIN_CHARACTERS = /[ !#-[\]-\uffff]{0,8192}/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** The kinds of token that may come next. */
type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'more' | 'nothing';

/** Called with what stands in a JSON text, in order. */
export interface JsonListener {
  token(token: JsonToken): void;
  /** A list or an object begins. */
  open?(isList: boolean): void;
  close?(): void;
  /** `true`, `false` or `null`. */
  word?(word: string): void;
}

/**
 * The names, strings and numbers of a JSON text, in order; `undefined` for text that is no JSON. Reads
 * as `JSON.parse` does, in steps, and builds nothing of what the text describes.
 */
export function* jsonTokens(json: string): Steps<readonly JsonToken[] | undefined> {
  const tokens: JsonToken[] = [];
  const isJson = yield* readingTokens(json, { token: (token) => tokens.push(token) });
  return isJson ? tokens : undefined;
}

/** Tells a listener of a JSON text in steps; gives whether it is one to its end. */
export function* readingTokens(json: string, listener: JsonListener): Steps<boolean> {
  const closing: string[] = [];
  let expected: Expected = 'value';
  let at = behind(BLANKS, json, 0);
  for (let turns = 1; at < json.length; turns += 1) {
    if (turns % 256 === 0) yield;
    const character = json.charAt(at);
    const takesValue = expected === 'value' || expected === 'value-or-end';
    const takesName = expected === 'name' || expected === 'name-or-end';
    const mayEnd = expected === 'value-or-end' || expected === 'name-or-end' || expected === 'more';
    if (mayEnd && character === closing.at(-1)) {
      closing.pop();
      listener.close?.();
      at += 1;
      expected = closing.length > 0 ? 'more' : 'nothing';
    } else if (expected === 'more' && character === ',') {
      at += 1;
      expected = closing.at(-1) === '}' ? 'name' : 'value';
    } else if (takesName || (takesValue && character === '"')) {
      const to: number = yield* endOfString(json, at);
      if (to < 0) return false;
      listener.token({ from: at, to, kind: takesName ? 'name' : 'string' });
      at = to;
      if (takesName) {
        at = behind(BLANKS, json, at);
        if (json.charAt(at) !== ':') return false;
        at += 1;
        expected = 'value';
      } else expected = closing.length > 0 ? 'more' : 'nothing';
    } else if (takesValue && (character === '{' || character === '[')) {
      closing.push(character === '{' ? '}' : ']');
      listener.open?.(character === '[');
      at += 1;
      expected = character === '{' ? 'name-or-end' : 'value-or-end';
    } else if (takesValue) {
      const number = behind(NUMBER, json, at);
      const to = number > at ? number : behind(WORD, json, at);
      if (to === at) return false;
      if (number > at) listener.token({ from: at, to, kind: 'number' });
      else listener.word?.(json.slice(at, to));
      at = to;
      expected = closing.length > 0 ? 'more' : 'nothing';
    } else return false;
    at = behind(BLANKS, json, at);
  }
  return expected === 'nothing';
}

/** Behind the closing quotation mark of the string that opens at `from`; -1 where it is no string. */
function* endOfString(json: string, from: number): Steps<number> {
  if (json.charAt(from) !== '"') return -1;
  let at = from + 1;
  for (let turns = 1; ; turns += 1) {
    if (turns % 16 === 0) yield;
    at = behind(PLAIN_CHARACTERS, json, at);
    const character = json.charAt(at);
    if (character === '"') return at + 1;
    if (character === '\\') {
      const to = behind(ESCAPE, json, at);
      if (to === at) return -1;
      at = to;
    } else if (at >= json.length || json.charCodeAt(at) < 0x20) return -1;
  }
}

/** Where a match of the pattern at this place ends; the place itself where there is none. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** A longer string is read and written in pieces. */
const PIECE_CHARACTERS = 65_536;

/** The text that a string of a JSON text stands for. */
export function* jsonStringText(
  json: string,
  { from, to }: Pick<JsonToken, 'from' | 'to'>,
): Steps<string> {
  if (to - from <= PIECE_CHARACTERS) return String(JSON.parse(json.slice(from, to)));
  const pieces: string[] = [];
  for (let start = from + 1; start < to - 1; ) {
    let end = Math.min(start + PIECE_CHARACTERS, to - 1);
    while (end < to - 1 && isWithinEscape(json, start, end)) end += 1;
    pieces.push(String(JSON.parse(`"${json.slice(start, end)}"`)));
    start = end;
    yield;
  }
  return pieces.join('');
}

/** Tells whether a cut here divides an escape; none is divided at `start`. */
function isWithinEscape(json: string, start: number, at: number): boolean {
  for (let from = at - 1; from >= Math.max(start, at - 5); from -= 1) {
    const mayReach = from === at - 1 || json.charAt(from + 1) === 'u';
    if (mayReach && json.charAt(from) === '\\' && isOpening(json, start, from)) return true;
  }
  return false;
}

/** The second one of two backslashes is what the first one stands for, and opens nothing. */
function isOpening(json: string, start: number, backslash: number): boolean {
  let from = backslash;
  while (from > start && json.charAt(from - 1) === '\\') from -= 1;
  return (backslash - from) % 2 === 0;
}

/** A text as a string of a JSON text. */
export function* jsonStringOf(text: string): Steps<string> {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += PIECE_CHARACTERS) {
    // Half of a pair at a seam is written as an escape, and read it is half of the pair again.
    pieces.push(JSON.stringify(text.slice(start, start + PIECE_CHARACTERS)).slice(1, -1));
    yield;
  }
  return `"${pieces.join('')}"`;
}
