import type { TextTrim } from '../../view/overlay.ts';
import { trimmedText } from '../../view/trimmed-text.ts';

/** The part of a shortened text that comes from its start: openings name things, ends conclude. */
const HEAD_PART = 0.6;
/** A cut moves back to a line's end when that costs no more than this part of the piece. */
const LINE_SLACK = 0.25;
const SHRINK = 0.85;
/** A piece shorter than this says nothing; then the text is not trimmed further. */
const LEAST_CHARACTERS = 96;

/**
 * The largest start and end of `text` that fit `maxTokens` together with the line that says what
 * is missing; `undefined` when not even a short piece fits.
 */
export function fitText(input: {
  readonly text: string;
  readonly tokens: number;
  readonly maxTokens: number;
  readonly seq: number;
  readonly partIndex: number;
  readonly recall?: true | undefined;
  readonly count: (text: string) => number;
}): TextTrim | undefined {
  const { text, tokens, maxTokens, seq, partIndex, recall, count } = input;
  let characters = Math.floor((text.length * maxTokens) / Math.max(1, tokens));
  while (characters >= LEAST_CHARACTERS) {
    const trim = { partIndex, ...endsOf(text, characters), ...(recall && { recall }) };
    if (count(trimmedText(text, trim, seq)) <= maxTokens) return trim;
    characters = Math.floor(characters * SHRINK);
  }
  return undefined;
}

/** How a text is divided when so many of its characters stay: most at its start, some at its end. */
export function endsOf(text: string, characters: number): Omit<TextTrim, 'partIndex' | 'recall'> {
  const headLength = Math.floor(characters * HEAD_PART);
  const tailLength = characters - headLength;
  return {
    headCharacters: wholeCharacters(text, lineEnd(text, headLength)),
    tailCharacters: text.length - wholeCharacters(text, lineStart(text, text.length - tailLength)),
  };
}

function lineEnd(text: string, index: number): number {
  const newline = text.lastIndexOf('\n', index);
  return newline >= index * (1 - LINE_SLACK) ? newline : index;
}

function lineStart(text: string, index: number): number {
  const newline = text.indexOf('\n', index);
  const slack = (text.length - index) * LINE_SLACK;
  return newline >= 0 && newline - index <= slack ? newline + 1 : index;
}

/** Moves a cut out of the middle of a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  return isSecondHalf ? index - 1 : index;
}
