import { withHiddenCharactersShown } from '../envelope/hidden-characters.ts';

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u3029\u3030-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]|\uFE0F/u;
const MARKS_ALONE = /^\p{M}+$/u;

let segmenter: Intl.Segmenter | undefined;

function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** A text on one line, with all that is not seen shown: line breaks as `⏎`, tabs as `⇥`, others by number. */
export function onOneLine(text: string): string {
  return withHiddenCharactersShown(text).replaceAll('\n', '⏎').replaceAll('\t', '⇥');
}

/** Columns that a terminal gives a text; East Asian characters and emoji take two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += widthOfGrapheme(segment);
  return width;
}

/** The text, or as much of it as fits with an `…` behind it. */
export function cutTo(text: string, columns: number): string {
  return !isWider(text, columns) ? text : `${startOf(text, columns - 1).trimEnd()}…`;
}

/** No more of a long text is looked at than could fit. */
function isWider(text: string, columns: number): boolean {
  return text.length > MOST_UNITS * columns || widthOf(text) > columns;
}

/** The most units of a long text to look at for each column: emoji of families take that many. */
const MOST_UNITS = 12;

/** As many characters from the start as fit, and one at least. */
function startOf(text: string, columns: number): string {
  let start = '';
  let width = 0;
  for (const { segment } of graphemesOf(text.slice(0, MOST_UNITS * columns))) {
    width += widthOfGrapheme(segment);
    if (width > columns && start !== '') break;
    start += segment;
  }
  return start;
}

/** The text in a column of its own, to the left of what follows. */
export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/** The words on lines of a width; a word that is longer than a line is broken. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (!isWider(joined, columns)) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    while (isWider(word, columns)) {
      const start = startOf(word, columns);
      lines.push(start);
      word = word.slice(start.length);
    }
    line = word;
  }
  return [...lines, line];
}

function widthOfGrapheme(grapheme: string): number {
  if (MARKS_ALONE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
