import type { Message } from '../../message/message.ts';
import { parsedHolder } from './redacted-values.ts';

/**
 * Knows the pieces that `redact` took out of messages, also where a text has a part of one: gives the text
 * without words, or neighbours of words, that are only in what was taken out.
 */
export type TakenOut = (text: string) => string;

export const nothingTaken: TakenOut = (text) => text;

/** A word, or half of one: a cut may go through its middle. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** A shorter piece of a word is in other words by chance. */
const LEAST_PIECE_CHARACTERS = 4;
const GAP = '[…]';

/**
 * The texts that were taken out of messages on their way to the store. A summary, a list of values and a
 * shortened text are made of the originals and may hold half of a secret, which `redact` does not
 * know any more; such a half is in an original and not in what is stored of it.
 */
export function takenOut(
  messages: readonly { readonly message: Message; readonly stored: Message }[],
): TakenOut {
  const changed: string[] = [];
  for (const { message, stored } of messages) {
    const storedTexts = textsOf(stored);
    const kept = new Set(storedTexts.flatMap(linesOf));
    const lines = textsOf(message).flatMap(linesOf);
    changed.push(...lines.filter((line) => !kept.has(line)));
  }
  if (changed.length === 0) return nothingTaken;
  const before = ` ${changed.join(' \n ')} `;
  const after = messages
    .flatMap(({ stored }) => textsOf(stored).map((text) => linesOf(text).join(' ')))
    .join('\n');
  const isOnlyBefore = (piece: string) => before.includes(piece) && !after.includes(piece);
  const isTaken = (word: string) =>
    (word.length >= LEAST_PIECE_CHARACTERS || before.includes(` ${word} `)) && isOnlyBefore(word);
  return (text) => withGaps(text, isTaken, isOnlyBefore);
}

/**
 * A pair of neighbours tells more than its words: a secret can be made of common ones. What stands
 * beside half a secret may go with it.
 */
function withGaps(
  text: string,
  isTaken: (word: string) => boolean,
  isTakenPair: (pair: string) => boolean,
): string {
  const words = [...text.matchAll(WORD)].map((match) => ({ word: match[0], from: match.index }));
  const taken = words.map(({ word }) => isTaken(word));
  for (const [index, { word }] of words.entries()) {
    const next = words[index + 1];
    if (!next || !isTakenPair(`${word} ${next.word}`)) continue;
    taken[index] = true;
    taken[index + 1] = true;
  }
  let clean = '';
  let end = 0;
  for (const [index, { word, from }] of words.entries()) {
    if (!taken[index]) continue;
    const between = text.slice(end, from);
    // One gap stands for neighbours; lines stay lines.
    const goesOn = index > 0 && taken[index - 1] === true && !between.includes('\n');
    if (!goesOn) clean += between + GAP;
    end = from + word.length;
  }
  return clean + text.slice(end);
}

function textsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) => {
    switch (part.type) {
      case 'text':
      case 'thinking':
        return [part.text];
      case 'tool-result':
        return withStringsInside(part.text);
      case 'tool-call':
        return withStringsInside(part.arguments);
      default:
        return [];
    }
  });
}

/** Adds the strings of JSON, as they are without escapes. */
function withStringsInside(text: string): readonly string[] {
  const texts = [text];
  // A list in place of calls within calls: a model may nest as deep as it likes.
  const waiting: unknown[] = [parsedHolder(text)];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const field of Object.values(value).reverse()) waiting.push(field);
    }
  }
  return texts;
}

/** The words of each line, a space between them; a line without words is not one. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => (line.match(WORD) ?? []).join(' '))
    .filter((line) => line !== '');
}
