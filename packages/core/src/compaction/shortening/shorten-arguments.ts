import { trimmedText } from '../../view/trimmed-text.ts';
import { endsOf } from './fit-text.ts';

/** What the line that says what is missing takes; a string must be longer by this to be cut. */
const MARKER_CHARACTERS = 90;
/** A start and an end together shorter than this say nothing; then a string is not cut further. */
const LEAST_CHARACTERS = 96;
const SHRINK = 0.85;

/**
 * The arguments of a call with each long string in them cut to its start and end, around a line
 * that says what is missing. Everything else stays as the model wrote it, to the byte, so JSON
 * stays JSON and large numbers stay exact. Arguments that are no JSON stay as they are.
 */
export function shortenedArguments(json: string, maxCharacters: number, seq: number): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, text } of longStrings(json, maxCharacters)) {
    const cut = trimmedText(text, endsOf(text, maxCharacters), seq);
    pieces.push(json.slice(end, from), JSON.stringify(cut));
    end = to;
  }
  return pieces.join('') + json.slice(end);
}

/** What `shortenedArguments` leaves out, string by string. */
export function cutFromArguments(json: string, maxCharacters: number): readonly string[] {
  return longStrings(json, maxCharacters).map(({ text }) => {
    const { headCharacters, tailCharacters } = endsOf(text, maxCharacters);
    return text.slice(headCharacters, text.length - tailCharacters);
  });
}

/**
 * The largest number of characters for each string with which the arguments fit `maxTokens`;
 * `undefined` when no length does.
 */
export function fitArguments(input: {
  readonly json: string;
  readonly tokens: number;
  readonly maxTokens: number;
  readonly seq: number;
  readonly count: (text: string) => number;
}): number | undefined {
  const { json, tokens, maxTokens, seq, count } = input;
  const lengths = longStrings(json, LEAST_CHARACTERS).map(({ from, to }) => to - from);
  if (lengths.length === 0) return undefined;
  const otherLength = json.length - lengths.reduce((sum, length) => sum + length, 0);
  const wantedLength = Math.floor((json.length * maxTokens) / Math.max(1, tokens));
  let characters = commonLimit(lengths, wantedLength - otherLength) - MARKER_CHARACTERS;
  while (characters >= LEAST_CHARACTERS) {
    if (count(shortenedArguments(json, characters, seq)) <= maxTokens) return characters;
    characters = Math.floor(characters * SHRINK);
  }
  return undefined;
}

/** The largest limit L with Σ min(size, L) ≤ room. */
export function commonLimit(sizes: readonly number[], room: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = room;
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

interface LongString {
  /** Where its JSON begins and ends, quotation marks included. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The strings of a JSON text that are worth cutting to `maxCharacters`, in order; names of fields are none. */
function longStrings(json: string, maxCharacters: number): readonly LongString[] {
  const found: LongString[] = [];
  if (json.length <= maxCharacters + MARKER_CHARACTERS || !isJson(json)) return found;
  let from = json.indexOf('"');
  while (from >= 0) {
    const to = endOfString(json, from);
    if (to - from > maxCharacters + MARKER_CHARACTERS && !isFieldName(json, to)) {
      const text = String(JSON.parse(json.slice(from, to)));
      if (text.length > maxCharacters + MARKER_CHARACTERS) found.push({ from, to, text });
    }
    from = json.indexOf('"', to);
  }
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // Models do write arguments that are no JSON; they are sent as they are.
  }
}

/** Behind the closing quotation mark of the string that opens at `from`. */
function endOfString(json: string, from: number): number {
  let end = json.indexOf('"', from + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, position: number): boolean {
  let start = position;
  while (json.charAt(start - 1) === '\\') start--;
  return (position - start) % 2 === 1;
}

function isFieldName(json: string, end: number): boolean {
  let position = end;
  while (' \n\r\t'.includes(json.charAt(position)) && position < json.length) position++;
  return json.charAt(position) === ':';
}
