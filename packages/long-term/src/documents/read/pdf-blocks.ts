import type { Steps } from '@agent-memory/core/internal';
import type { Block, BlockKind, ReadText } from './block.ts';
import type { PdfPage, PdfRun } from './pdf-reader.ts';

/** Smaller letters are not seen. */
const SMALLEST_SIZE = 2;
/** A line whose letters are that much larger than most is a heading. */
const HEADING_FACTOR = 1.15;
const LONGEST_HEADING = 200;
/** Lines further apart than that, in sizes of their font, are of two paragraphs. */
const PARAGRAPH_GAP = 1.8;
const ITEM = /^(?:[•‣▪●◦–*-]|\d{1,3}[.)]|[a-z][.)])\s+\S/u;

interface Line {
  readonly text: string;
  readonly y: number;
  readonly size: number;
  readonly page: number;
}

/** The paragraphs, headings and lists of pages, told by the size of letters and the room between lines. */
export function* pdfBlocks(pages: readonly PdfPage[], title?: string): Steps<ReadText> {
  const lines: Line[] = [];
  for (const [index, page] of pages.entries()) {
    for (const line of linesOf(page, index + 1)) lines.push(line);
    yield;
  }
  const body = yield* commonSize(lines);
  const levels = levelsOf(lines, body);
  const blocks: Block[] = [];
  let open: Line[] = [];
  for (const line of lines) {
    yield;
    const before = open.at(-1);
    if (before && !belong(before, line, levels)) {
      blocks.push(blockOf(open, levels));
      open = [];
    }
    open.push(line);
  }
  if (open.length > 0) blocks.push(blockOf(open, levels));
  return { blocks, pages: pages.length, ...(title === undefined ? {} : { title }) };
}

/** Runs of one height are a line; those out of sight are left out. */
function linesOf({ runs, view }: PdfPage, page: number): readonly Line[] {
  const [left, lower, right, upper] = view;
  const seen = runs.filter(
    ({ x, y, size, width }) =>
      size >= SMALLEST_SIZE && x + width >= left && x <= right && y + size >= lower && y <= upper,
  );
  const lines: { text: string; y: number; size: number; end: number; page: number }[] = [];
  for (const run of seen) {
    const line = lines.at(-1);
    const isSame = line !== undefined && Math.abs(line.y - run.y) < line.size * 0.4;
    if (isSame && line) {
      line.text += gapBefore(run, line) + run.text;
      line.size = Math.max(line.size, run.size);
      line.end = run.x + run.width;
    } else if (run.text.trim() !== '') {
      lines.push({ text: run.text, y: run.y, size: run.size, end: run.x + run.width, page });
    }
  }
  return lines.map((line) => ({ ...line, text: line.text.replaceAll(/\s+/gu, ' ').trim() }));
}

function gapBefore(
  { x, text }: PdfRun,
  line: { readonly text: string; readonly end: number; readonly size: number },
) {
  const isApart = x - line.end > line.size * 0.15;
  return isApart && !line.text.endsWith(' ') && !text.startsWith(' ') ? ' ' : '';
}

/** The size that most letters have. */
function* commonSize(lines: readonly Line[]): Steps<number> {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) {
    letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
    yield;
  }
  const [common] = [...letters].sort(([, one], [, other]) => other - one);
  return common?.[0] ?? 0;
}

/** The levels of headings by their size: the largest is 1. */
function levelsOf(lines: readonly Line[], body: number): ReadonlyMap<number, number> {
  const isHeading = ({ text, size }: Line) =>
    rounded(size) > body * HEADING_FACTOR && text.length <= LONGEST_HEADING;
  const sizes = new Set(lines.filter(isHeading).map(({ size }) => rounded(size)));
  const largestFirst = [...sizes].sort((one, other) => other - one);
  return new Map(largestFirst.map((size, index) => [size, Math.min(6, index + 1)]));
}

function belong(before: Line, line: Line, levels: ReadonlyMap<number, number>): boolean {
  const level = levels.get(rounded(line.size));
  if (level !== levels.get(rounded(before.size))) return false;
  // A sentence goes on behind the edge of a page; a heading does not.
  if (line.page !== before.page) return level === undefined && !/[.!?:。]$/u.test(before.text);
  const isItem = ITEM.test(line.text);
  const gap = Math.abs(before.y - line.y);
  return (isItem && ITEM.test(before.text)) || (!isItem && gap <= before.size * PARAGRAPH_GAP);
}

function blockOf(lines: readonly Line[], levels: ReadonlyMap<number, number>): Block {
  const [first] = lines;
  const level = levels.get(rounded(first?.size ?? 0));
  const isList = first !== undefined && ITEM.test(first.text);
  const kind: BlockKind = level !== undefined ? 'heading' : isList ? 'list' : 'paragraph';
  const pages = { first: first?.page ?? 1, last: lines.at(-1)?.page ?? 1 };
  return {
    kind,
    text: lines.map(({ text }) => text).join(kind === 'list' ? '\n' : ' '),
    pages,
    ...(level === undefined ? {} : { level }),
  };
}

function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}
