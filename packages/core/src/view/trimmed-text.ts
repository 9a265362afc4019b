import type { TextTrim } from './overlay.ts';

/** A text's start and end around a line that says what is missing and where it is kept [CMP-9]. */
export function trimmedText(
  text: string,
  trim: Pick<TextTrim, 'headCharacters' | 'tailCharacters' | 'recall'>,
  seq: number,
): string {
  const head = text.slice(0, trim.headCharacters);
  const tail = trim.tailCharacters > 0 ? text.slice(-trim.tailCharacters) : '';
  const missing = text.length - head.length - tail.length;
  const kept = trim.recall ? `${recallCall(seq)} has them` : `kept in full as message #${seq}`;
  return `${head}\n[… ${missing} characters left out; ${kept} …]\n${tail}`;
}

/** The call by which a model has a message brought back. */
export function recallCall(seq: number): string {
  return `recall({"message":${seq}})`;
}
