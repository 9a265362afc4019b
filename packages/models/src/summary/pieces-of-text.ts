import type { SummaryRequest } from '@agent-memory/core';
import { summaries } from '@agent-memory/core/internal';

/** The text in pieces of at most so many tokens, cut at ends of lines, sentences or words. */
export function* piecesWithin(
  text: string,
  maxTokens: number,
  count: SummaryRequest['count'],
): Generator<string> {
  let rest = text;
  while (rest !== '') {
    const head = summaries.headWithin(rest, maxTokens, count);
    rest = rest.slice(head.length).trimStart();
    const piece = head.trim();
    if (piece !== '') yield piece;
  }
}

/** The sentences and lines of a text, in order, without the white space around them. */
export function* sentencesOf(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    let start = 0;
    for (const match of line.matchAll(summaries.SENTENCE_END)) {
      const end = match.index + match[0].length;
      yield line.slice(start, end).trim();
      start = end;
    }
    const rest = line.slice(start).trim();
    if (rest !== '') yield rest;
  }
}
