import { onOneLine } from '../ground/envelope/hidden-characters.ts';
import { textOf } from '../message/message.ts';
import type { Entry } from '../transcript/entry.ts';

/** The first user message of a session, as a list shows it. */
export interface Opening {
  readonly seq: number;
  /** Its beginning. */
  readonly words: string;
}

const MOST_CHARACTERS = 80;

/** The opening once entries were added: of messages at one place, as after an edit, the newest. */
export function openingAfter(
  before: Opening | undefined,
  added: readonly Entry[],
): Opening | undefined {
  return added.reduce((opening: Opening | undefined, { seq, message }) => {
    if (message.role !== 'user' || (opening && seq > opening.seq)) return opening;
    const words = beginningOf(textOf(message));
    return words === '' ? opening : { seq, words };
  }, before);
}

function beginningOf(text: string): string {
  const line = onOneLine(text.trimStart().slice(0, 10 * MOST_CHARACTERS));
  if (line.length <= MOST_CHARACTERS) return line;
  return `${line
    .slice(0, MOST_CHARACTERS - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
