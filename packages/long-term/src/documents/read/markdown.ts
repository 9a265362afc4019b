import type { Steps } from '@agent-memory/core/internal';
import type { Block, BlockKind } from './block.ts';
import { Fences } from './fences.ts';
import { linesIn } from './plain-text.ts';
import { isTableRow, isTableRule } from './table-lines.ts';

const LINES_PER_STEP = 128;
/** A longer line has no structure that is worth looking for. */
const STRUCTURED_CHARACTERS = 2_000;

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/u;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/u;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/u;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
/** `[name]: address "title"` and nothing behind it: nothing that a reader sees. A footnote is seen. */
const DEFINITION =
  /^ {0,3}\[(?!\^)[^\]]+\]:\s*(?:<[^<>]*>|[^\s<]\S*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/u;
const INDENTED = /^(?: {2,}|\t)\S/u;

/** A line, and the part that it has in the structure. */
interface Sorted {
  readonly kind: BlockKind | 'empty' | 'rule';
  readonly text: string;
  readonly level?: number;
}

/**
 * Headings, paragraphs, lists, tables and code of Markdown, with the lines that they stand in. Its raw HTML has
 * to be resolved before (`withoutRawHtml`), so that what a reader does not see is not in it.
 */
export function* markdownBlocks(text: string): Steps<readonly Block[]> {
  const open = new OpenBlock();
  const fences = new Fences();
  let number = 0;
  for (const line of linesIn(text)) {
    number += 1;
    if (number % LINES_PER_STEP === 0) yield;
    const sort = fences.sort(line);
    if (sort === 'fence') open.close();
    else if (sort === 'code') open.add({ kind: 'code', text: line }, number);
    else open.take(line, number);
  }
  open.close();
  return open.blocks;
}

/** The block that lines are added to, until one of another kind begins. */
class OpenBlock {
  readonly blocks: Block[] = [];
  #kind: BlockKind | undefined;
  #lines: string[] = [];
  #first = 0;
  #last = 0;

  /** A line outside of fences. */
  take(line: string, number: number): void {
    const underline = this.#kind === 'paragraph' ? UNDERLINE.exec(line)?.[1] : undefined;
    if (underline !== undefined && this.#lines.length === 1) {
      this.#closeAs('heading', underline.startsWith('=') ? 1 : 2, number);
      return;
    }
    const sorted = sortedLine(line, this.#kind);
    if (sorted.kind === 'empty' || sorted.kind === 'rule') {
      // A list goes on behind an empty line where its next line is indented or an item.
      if (this.#kind !== 'list' || sorted.kind === 'rule') this.close();
      return;
    }
    if (sorted.kind === 'heading') {
      this.close();
      if (sorted.text !== '') this.#push('heading', sorted.text, number, number, sorted.level);
      return;
    }
    this.add({ kind: sorted.kind, text: sorted.text }, number);
  }

  add({ kind, text }: { readonly kind: BlockKind; readonly text: string }, number: number): void {
    if (this.#kind !== kind) this.close();
    if (this.#kind === undefined) this.#first = number;
    this.#kind = kind;
    this.#last = number;
    this.#lines.push(text);
  }

  close(): void {
    if (this.#kind !== undefined) {
      this.#push(this.#kind, this.#lines.join('\n'), this.#first, this.#last);
    }
    this.#kind = undefined;
    this.#lines = [];
  }

  #closeAs(kind: BlockKind, level: number, last: number): void {
    this.#push(kind, this.#lines.join(' ').trim(), this.#first, last, level);
    this.#kind = undefined;
    this.#lines = [];
  }

  #push(kind: BlockKind, text: string, first: number, last: number, level?: number): void {
    if (text.trim() === '') return;
    const place = { first, last };
    this.blocks.push({ kind, text, lines: place, ...(level === undefined ? {} : { level }) });
  }
}

function sortedLine(line: string, open: BlockKind | undefined): Sorted {
  const text = line.trimEnd();
  if (text.trim() === '') return { kind: 'empty', text: '' };
  if (line.length > STRUCTURED_CHARACTERS) return { kind: 'paragraph', text };
  const marks = HEADING.exec(line)?.[1];
  if (marks !== undefined) return { kind: 'heading', text: headingOf(text), level: marks.length };
  if (isTableRow(line) || isTableRule(line)) return { kind: 'table', text };
  if (RULE.test(line) || DEFINITION.test(line)) return { kind: 'rule', text: '' };
  if (ITEM.test(line)) return { kind: 'list', text };
  if (open === 'list' && INDENTED.test(line)) return { kind: 'list', text };
  return { kind: 'paragraph', text };
}

/** The text of a heading, without the marks ahead and those that may stand behind it. */
function headingOf(line: string): string {
  const text = line.trimStart().replace(/^#+/u, '').trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t';
  return isClosed ? text.slice(0, end).trimEnd() : text;
}
