import type { Steps } from '@agent-memory/core/internal';
import type { Block } from './block.ts';

/** Lines that one step reads. */
const LINES_PER_STEP = 256;

/** Paragraphs, parted by empty lines, with the lines that they stand in. */
export function* plainTextBlocks(text: string): Steps<readonly Block[]> {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let first = 1;
  const flush = (last: number) => {
    if (lines.length > 0) {
      blocks.push({ kind: 'paragraph', text: lines.join('\n'), lines: { first, last } });
    }
    lines = [];
  };
  let number = 0;
  for (const line of linesIn(text)) {
    number += 1;
    if (number % LINES_PER_STEP === 0) yield;
    if (line.trim() === '') flush(number - 1);
    else {
      if (lines.length === 0) first = number;
      lines.push(line.trimEnd());
    }
  }
  flush(number);
  return blocks;
}

/** Ends of lines of all systems, and the separators of Unicode. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/gu;

/** The lines of a text one after another, however long it is. */
export function* linesIn(text: string): Generator<string, void> {
  let start = 0;
  for (const end of text.matchAll(LINE_END)) {
    yield text.slice(start, end.index);
    start = end.index + end[0].length;
  }
  yield text.slice(start);
}
