/**
 * The value of JSON text that breaks off somewhere: an open string, list or object is closed where the
 * text ends, and a key without a value is left out. `undefined` where there is no value yet, or the text
 * is not JSON.
 */
export function partialJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parsed(closed(text));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The next token that an open list or object expects. */
type Expectation = 'key' | 'colon' | 'value' | 'comma';

interface Open {
  readonly close: ']' | '}';
  expects: Expectation;
}

const LITERALS = ['true', 'false', 'null'];

/** The text up to the last place where it can be closed, and closed there. */
function closed(text: string): string {
  const open: Open[] = [];
  let end = 0;
  let closing = '';

  /** The text before `index` is JSON when `suffix` and the open brackets' ends are added. */
  function canEndAt(index: number, suffix = ''): void {
    end = index;
    closing =
      suffix +
      open
        .map(({ close }) => close)
        .reverse()
        .join('');
  }

  function afterValue(index: number): void {
    const innermost = open.at(-1);
    if (innermost) innermost.expects = 'comma';
    canEndAt(index);
  }

  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index);
    const innermost = open.at(-1);
    if (character === '"') {
      const isKey = innermost?.close === '}' && innermost.expects === 'key';
      const string = stringAt(text, index);
      if (isKey) {
        if (!string.isClosed) break;
        innermost.expects = 'colon';
      } else if (string.isClosed) {
        afterValue(string.end);
      } else {
        canEndAt(string.end, '"');
        break;
      }
      index = string.end;
    } else if (character === '{' || character === '[') {
      open.push({
        close: character === '{' ? '}' : ']',
        expects: character === '{' ? 'key' : 'value',
      });
      index += 1;
      canEndAt(index);
    } else if (character === '}' || character === ']') {
      open.pop();
      index += 1;
      afterValue(index);
    } else if (character === ',' || character === ':') {
      if (innermost)
        innermost.expects = character === ':' || innermost.close === ']' ? 'value' : 'key';
      index += 1;
    } else if (/\s/.test(character)) {
      index += 1;
    } else {
      const word = /^[\w.+-]+/.exec(text.slice(index))?.[0];
      if (word === undefined) break;
      const whole = wholeWord(word, index + word.length === text.length);
      if (!whole) break;
      index += whole.kept;
      afterValue(index);
      if (whole.suffix !== '') closing = whole.suffix + closing;
      if (whole.kept < word.length) break;
    }
  }
  return text.slice(0, end) + closing;
}

/** The length of a number or literal that can be kept, and the text that completes it. */
function wholeWord(
  word: string,
  isLast: boolean,
): { readonly kept: number; readonly suffix: string } | undefined {
  const literal = LITERALS.find((one) => one.startsWith(word));
  if (literal) return { kept: word.length, suffix: isLast ? literal.slice(word.length) : '' };
  const digits = /^-?\d+(\.\d+)?([eE][+-]?\d+)?/.exec(word)?.[0];
  return digits === undefined ? undefined : { kept: digits.length, suffix: '' };
}

/** The end of the string that opens at `start`; of an open string without an escape that breaks off. */
function stringAt(
  text: string,
  start: number,
): { readonly end: number; readonly isClosed: boolean } {
  let index = start + 1;
  while (index < text.length) {
    const character = text.charAt(index);
    if (character === '"') return { end: index + 1, isClosed: true };
    const step = character !== '\\' ? 1 : text.charAt(index + 1) === 'u' ? 6 : 2;
    if (index + step > text.length) return { end: index, isClosed: false };
    index += step;
  }
  return { end: index, isClosed: false };
}
