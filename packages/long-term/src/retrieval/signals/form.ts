/** A text of fewer terms says little on its own. */
const FULL_LENGTH = 12;
const SHORT = 0.05;
const QUESTION = 0.1;
/** Letters of a note at the end of a text, of an image for instance. */
const LONGEST_NOTE = 500;

/** The penalty of a document that is short, or asks instead of telling; 0 or less. */
export function formPenalty(terms: number, isQuestion: boolean): number {
  const missing = Math.max(0, 1 - terms / FULL_LENGTH);
  return -SHORT * missing - (isQuestion ? QUESTION : 0);
}

/** Whether a text ends with a question; a note in brackets at its end, as of an image, does not count. */
export function endsWithQuestion(text: string): boolean {
  const end = text.slice(-LONGEST_NOTE).trimEnd();
  return /[?？؟]/.test(withoutNote(end).slice(-1));
}

function withoutNote(text: string): string {
  return text.endsWith(']') ? text.replace(/\[[^[\]]*\]$/, '').trimEnd() : text;
}
