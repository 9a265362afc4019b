import { jsonStringText, jsonTokens } from '../../message/json-tokens.ts';
import { runToEnd, type Steps } from '../../platform/steps.ts';
import { trimmedText } from '../../view/trimmed-text.ts';
import { endsOf } from './fit-text.ts';

/** The length of the line that says how much is missing; a string must be longer by this to be cut. */
const MARKER_CHARACTERS = 90;
/** A start and an end together shorter than this say nothing; then a string is not cut further. */
const LEAST_CHARACTERS = 96;
const SHRINK = 0.85;

/**
 * The arguments of a call with each long string in them cut to its start and end, around a line
 * that says what is missing. Everything else stays as the model wrote it, to the byte, so JSON
 * stays JSON and large numbers stay exact. Arguments that are no JSON stay as they are.
 */
export function shortenedArguments(
  json: string,
  maxCharacters: number,
  seq: number,
  recall?: true,
): string {
  const strings = runToEnd(longStrings(json, maxCharacters));
  return withShortened(json, strings, maxCharacters, { seq, recall });
}

/** The same of strings that were found before; those that are short enough stay. */
function withShortened(
  json: string,
  strings: readonly LongString[],
  maxCharacters: number,
  { seq, recall }: { readonly seq: number; readonly recall?: true | undefined },
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to, text } of strings) {
    if (text.length <= maxCharacters + MARKER_CHARACTERS) continue;
    const ends = { ...endsOf(text, maxCharacters), ...(recall && { recall }) };
    const cut = trimmedText(text, ends, seq);
    pieces.push(json.slice(end, from), JSON.stringify(cut));
    end = to;
  }
  return pieces.join('') + json.slice(end);
}

/** Gives the text that `shortenedArguments` leaves out, string by string. */
export function* cutFromArguments(json: string, maxCharacters: number): Steps<readonly string[]> {
  return (yield* longStrings(json, maxCharacters)).map(({ text }) => {
    const { headCharacters, tailCharacters } = endsOf(text, maxCharacters);
    return text.slice(headCharacters, text.length - tailCharacters);
  });
}

/** How far the long strings of arguments are cut, and what that makes of them. */
export interface FittedArguments {
  readonly maxCharacters: number;
  readonly arguments: string;
  readonly recall?: true;
}

/**
 * The arguments with the largest number of characters for each string with which they fit `maxTokens`;
 * `undefined` when no length does.
 */
export function* fitArguments(input: {
  readonly json: string;
  readonly tokens: number;
  readonly maxTokens: number;
  readonly seq: number;
  readonly recall?: true | undefined;
  readonly count: (text: string) => number;
}): Steps<FittedArguments | undefined> {
  const { json, tokens, maxTokens, recall, count } = input;
  const strings = yield* longStrings(json, LEAST_CHARACTERS);
  const lengths = strings.map(({ from, to }) => to - from);
  if (lengths.length === 0) return undefined;
  const otherLength = json.length - lengths.reduce((sum, length) => sum + length, 0);
  const wantedLength = Math.floor((json.length * maxTokens) / Math.max(1, tokens));
  let characters = commonLimit(lengths, wantedLength - otherLength) - MARKER_CHARACTERS;
  while (characters >= LEAST_CHARACTERS) {
    const shorter = withShortened(json, strings, characters, input);
    if (count(shorter) <= maxTokens) {
      return { maxCharacters: characters, arguments: shorter, ...(recall && { recall }) };
    }
    characters = Math.floor(characters * SHRINK);
    yield;
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
function* longStrings(json: string, maxCharacters: number): Steps<readonly LongString[]> {
  const found: LongString[] = [];
  if (json.length <= maxCharacters + MARKER_CHARACTERS) return found;
  // Models do write arguments that are no JSON; they are sent as they are.
  for (const token of (yield* jsonTokens(json)) ?? []) {
    const { from, to, kind } = token;
    if (kind !== 'string' || to - from <= maxCharacters + MARKER_CHARACTERS) continue;
    const text = yield* jsonStringText(json, token);
    if (text.length > maxCharacters + MARKER_CHARACTERS) found.push({ from, to, text });
    yield;
  }
  return found;
}
