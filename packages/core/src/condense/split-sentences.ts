import { onOneLine } from '../ground/envelope/hidden-characters.ts';
import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';

/** Longer than this is no sentence that somebody would read again in a summary. */
const maxSentenceLength = 500;

/**
 * Splits the prose of a message into whole sentences, in order, with white space folded to single
 * spaces. Code blocks, headings, tables and markup lines are no prose and are left out; the items
 * of a list are sentences of their own, without their bullets.
 *
 * Each sentence is a substring of the text once its white space is folded too. Time is linear.
 */
export function* splittingSentences(text: string): Steps<readonly string[]> {
  const sentences: string[] = [];
  for (const paragraph of yield* paragraphsOf(text)) {
    yield* addSentences(sentences, paragraph);
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

/** A long line that stops in mid-sentence continues in the next one. */
function isWrapped(line: string): boolean {
  return line.length >= 60 && !/[.!?:;。！？…]["'”»)*_`]{0,3}$/.test(line.slice(-4));
}

/** The end of a sentence; a full stop inside a number, a name or a sentence does not end it. */
export const SENTENCE_END =
  /[!?…]["'”»)\]]*(?=\s|$|\p{Lo})|\.["'”»)\]]*(?=\s+\P{Ll}|\s*$)|[。！？]["”」』）]*/gu;

function* addSentences(sentences: string[], paragraph: string): Steps<void> {
  let start = 0;
  for (const { 0: marks, index } of paragraph.matchAll(SENTENCE_END)) {
    const end = index + marks.length;
    if (endsInAbbreviation(paragraph.slice(start, end))) continue;
    addSentence(sentences, paragraph.slice(start, end));
    start = end;
    yield;
  }
  addSentence(sentences, paragraph.slice(start));
}

function addSentence(sentences: string[], raw: string): void {
  const sentence = onOneLine(raw);
  if (sentence !== '' && sentence.length <= maxSentenceLength) sentences.push(sentence);
}

const abbreviations =
  'e\\.g|i\\.e|etc|vs|cf|approx|incl|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|bzw|z\\.\\s?B|' +
  'т\\.\\s?е|т\\.\\s?к|т\\.\\s?д|г|ул|стр|им|\\p{Lu}|\\d{1,2}';
const abbreviation = new RegExp(`(?:^|[\\s(])(?:${abbreviations})\\.\\s*$`, 'u');

/** Full stops after these do not end a sentence. Only the tail is looked at. */
export function endsInAbbreviation(text: string): boolean {
  return abbreviation.test(text.slice(-12));
}
