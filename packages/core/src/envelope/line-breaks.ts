/** Characters at which some reader begins a new line: those of Unicode, and separators of files and records. */
const BREAKS = String.raw`\n\v\f\r\x1C-\x1E\x85\u2028\u2029`;

/** A break of a line of any kind. */
export const LINE_BREAK = new RegExp(`\r\n|[${BREAKS}]`);

/** Gaps between words, breaks of lines among them. */
export const BLANKS = new RegExp(String.raw`[\s${BREAKS}]+`, 'g');

/** The text on one line, with one space for each gap: no part of it reads as a line of its own. */
export function onOneLine(text: string): string {
  return text.replace(BLANKS, ' ').trim();
}
