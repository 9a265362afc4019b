import { BLANKS } from '../envelope/line-breaks.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';

/** Longer than this is no sentence that somebody would read again in a summary. */
const maxSentenceLength = 500;

/**
 * Splits the prose of a message into whole sentences, in order, with white space folded to single
 * spaces. Code blocks, headings, tables and markup lines are no prose and are left out; the items
 * of a list are sentences of their own, without their bullets.
 *
 * Each sentence is a substring of the text once its white space is folded too. Time is linear.
 */
export function splitSentences(text: string): readonly string[] {
  return runToEnd(splittingSentences(text));
}

/** The same in steps, for a text of any length. */
export function* splittingSentences(text: string): Steps<readonly string[]> {
  const sentences: string[] = [];
  for (const paragraph of yield* paragraphsOf(text)) {
    yield* addSentences(sentences, paragraph, yield* sentenceSegmenter());
    yield;
  }
  return sentences;
}

function* paragraphsOf(text: string): Steps<readonly string[]> {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const flush = (): void => {
    if (lines.length > 0) paragraphs.push(lines.join(' '));
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const content = line.trim();
    const mark = /^(?:```|~~~)/.exec(content)?.[0] ?? '';
    if (mark !== '' && (fence === '' || fence === mark)) {
      flush();
      fence = fence === '' ? mark : '';
    } else if (fence !== '' || isStructure(content)) {
      flush();
    } else if (startsItem(content)) {
      flush();
      lines.push(content.replace(itemMark, ''));
    } else {
      if (!isWrapped(lines.at(-1) ?? '')) flush();
      lines.push(content);
    }
  }
  flush();
  return paragraphs;
}

const itemMark = /^(?:[-*+•–]|\d{1,3}[.)]|>)\s+(?:\[[ xX]\]\s+)?/;

function startsItem(line: string): boolean {
  return itemMark.test(line);
}

/** Blank lines, headings, table rows, rules, tags: what gives a page its shape and says nothing. */
function isStructure(line: string): boolean {
  return line === '' || /^(?:#{1,6}\s|\||<|[-=*_]{3})/.test(line);
}

/** A long line that stops in mid-sentence goes on in the next one. */
function isWrapped(line: string): boolean {
  return line.length >= 60 && !/[.!?:;。！？…]["'”»)*_`]{0,3}$/.test(line.slice(-4));
}

function* addSentences(
  sentences: string[],
  paragraph: string,
  segmenter: Intl.Segmenter,
): Steps<void> {
  let pending = '';
  for (const { text, isWhole } of piecesOf(paragraph, segmenter)) {
    // A sentence that is too long already only grows; it is not gathered to its end.
    if (pending.length <= 2 * maxSentenceLength) pending = folded(pending + text);
    if (text.length > maxSentenceLength) yield;
    if (!isWhole || endsInAbbreviation(text)) continue;
    addSentence(sentences, pending);
    pending = '';
    yield;
  }
  addSentence(sentences, pending);
}

/** White space as single spaces. */
function folded(text: string): string {
  return text.replace(BLANKS, ' ');
}

let sharedSegmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: the engine takes tens of milliseconds for its first one. */
function* sentenceSegmenter(): Steps<Intl.Segmenter> {
  if (sharedSegmenter) return sharedSegmenter;
  yield 'long-step';
  sharedSegmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  yield;
  return sharedSegmenter;
}

/**
 * The engine's segmenter takes quadratic time on long texts, so it is given one window after the
 * other.
 */
const windowLength = 4 * maxSentenceLength;

function* piecesOf(
  paragraph: string,
  segmenter: Intl.Segmenter,
): Generator<{ text: string; isWhole: boolean }> {
  let start = 0;
  while (start < paragraph.length) {
    const window = paragraph.slice(start, start + windowLength);
    const isLast = start + window.length === paragraph.length;
    const pieces = Array.from(segmenter.segment(window), ({ segment }) => segment);
    // The last piece may go on beyond the window; unless it fills it, it is read again with what
    // follows.
    if (!isLast && pieces.length > 1) pieces.pop();
    const isWhole = isLast || pieces.length > 1 || (pieces[0] ?? '').length < window.length;
    for (const text of pieces) {
      yield { text, isWhole };
      start += text.length;
    }
  }
}

function addSentence(sentences: string[], raw: string): void {
  const sentence = raw.trim();
  if (sentence !== '' && sentence.length <= maxSentenceLength) sentences.push(sentence);
}

const abbreviations = [
  ...['e\\.g', 'i\\.e', 'etc', 'vs', 'cf', 'approx', 'incl', 'Mr', 'Mrs', 'Ms', 'Dr', 'Prof', 'St'],
  ...[
    'No',
    'Nr',
    'bzw',
    'z\\.\\s?B',
    'т\\.\\s?е',
    'т\\.\\s?к',
    'т\\.\\s?д',
    'г',
    'ул',
    'стр',
    'им',
  ],
  ...['\\p{Lu}', '\\d{1,2}'],
];
const abbreviation = new RegExp(`(?:^|[\\s(])(?:${abbreviations.join('|')})\\.\\s*$`, 'u');

/** Full stops after these do not end a sentence. Only the tail is looked at. */
function endsInAbbreviation(text: string): boolean {
  return abbreviation.test(text.slice(-12));
}
