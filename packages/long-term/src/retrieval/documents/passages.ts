import type { RetrievalDocument } from '../retrieval-index.ts';

/** Characters of a passage, at most. */
const PASSAGE = 700;
/** A text up to that is one passage: a short rest would say nothing by itself. */
const WHOLE = 1000;

const MOST_EMBEDDED = 4;

/** Where a passage may end, best first: between paragraphs, lines, sentences, words. */
const BREAKS: readonly RegExp[] = [/\n\s*\n/g, /\n/g, /[.!?。！？]\s*/g, /\s/g];

/** The passages of a long text in their order, cut where it pauses; a short one is its only passage. */
export function passagesOf(text: string): readonly string[] {
  if (text.length <= WHOLE) return [text];
  const passages: string[] = [];
  let from = 0;
  while (text.length - from > PASSAGE) {
    const to = from + lengthOfPassage(text.slice(from, from + PASSAGE));
    passages.push(text.slice(from, to));
    from = to;
  }
  return [...passages, text.slice(from)];
}

/** The passages of a document that have vectors: the beginning tells what an answer is about. */
export function embeddedPassages({ text, role }: RetrievalDocument): readonly string[] {
  return passagesOf(text).slice(0, role === 'assistant' ? 1 : MOST_EMBEDDED);
}

/** The last pause in the second half; where there is none, all of it but half a character. */
function lengthOfPassage(window: string): number {
  const half = PASSAGE / 2;
  const later = window.slice(half);
  for (const pause of BREAKS) {
    const last = [...later.matchAll(pause)].at(-1);
    if (last) return half + last.index + last[0].length;
  }
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}
