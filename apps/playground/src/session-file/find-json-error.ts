/** Where a text stops being JSON. Line and column count from 1. */
export interface JsonError {
  readonly line: number;
  readonly column: number;
  /** The text at that place, for a sentence: `"}"`, `the end of the file`. */
  readonly found: string;
}

/**
 * The first place where a text is not JSON; `undefined` for JSON. Browsers word their own errors
 * differently and some name no place, so the place is looked for here.
 */
export function findJsonError(text: string): JsonError | undefined {
  const offset = firstFault(text);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split('\n');
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    found: foundAt(text, offset),
  };
}

function foundAt(text: string, offset: number): string {
  const character = text.codePointAt(offset);
  if (character === undefined) return 'the end of the file';
  return JSON.stringify(String.fromCodePoint(character));
}

const SPACE = /[\t\n\r ]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them bare in a string.
const STRING_BODY = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/** One open list or object, and what it may hold next. */
type Frame = { readonly kind: 'list' | 'object'; expects: 'first' | 'next' };

/** Walks the grammar with a stack of its own, so that deep nesting cannot exhaust the engine's. */
function firstFault(text: string): number | undefined {
  const open: Frame[] = [];
  let at = 0;

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match !== null;
  };
  const take = (character: string): boolean => {
    skip(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const string = (): boolean => {
    if (!take('"') || !skip(STRING_BODY) || text[at] !== '"') return false;
    at += 1;
    return true;
  };
  const key = (): boolean => string() && take(':');

  /** Up to the start of the next value, closing what ends before it. */
  const toNextValue = (): 'value' | 'end' | 'fault' => {
    for (let frame = open.at(-1); frame; frame = open.at(-1)) {
      if (take(frame.kind === 'list' ? ']' : '}')) {
        open.pop();
        continue;
      }
      if (frame.expects === 'next' && !take(',')) return 'fault';
      frame.expects = 'next';
      return frame.kind === 'list' || key() ? 'value' : 'fault';
    }
    return 'end';
  };
  const value = (): boolean => {
    if (take('[')) return open.push({ kind: 'list', expects: 'first' }) > 0;
    if (take('{')) return open.push({ kind: 'object', expects: 'first' }) > 0;
    if (text[at] === '"') return string();
    return skip(WORD) || skip(NUMBER);
  };

  let next: ReturnType<typeof toNextValue>;
  do {
    skip(SPACE);
    next = value() ? toNextValue() : 'fault';
  } while (next === 'value');
  skip(SPACE);
  return next === 'fault' || at < text.length ? at : undefined;
}
