import { type Steps, words } from '@agent-memory/core/internal';
import type { Block, BlockKind, PageStart, ReadText } from './block.ts';
import type { PdfPage, PdfRun } from './pdf-reader.ts';

/** A line whose letters are that much larger than most is a heading. */
const HEADING_FACTOR = 1.15;
const LONGEST_HEADING = 200;
/** Lines further apart than that, in sizes of their font, are of two paragraphs. */
const PARAGRAPH_GAP = 1.8;
const SENTENCE_END = /[.!?:。][)"'»”’]?$/u;
const ITEM = /^(?:[•‣▪●◦–*-]|\d{1,3}[.)]|[a-z][.)])\s+\S/u;
/** `12`, `- 12 -`, `12 / 30`, `Page 12 of 30`. */
const PAGE_NUMBER =
  /^(?:[-–—] ?)?(?:(?:page|p\.|seite|s\.|página) ?)?\d{1,4}(?: ?(?:\/|of|von|de) ?\d{1,4})?(?: ?[-–—])?$/iu;
const LONGEST_NUMBER = 30;
/** A block without an end is parted, so that no step has to work on it whole. */
const LONGEST_BLOCK = 65_536;

/** Levels of headings by the size of their letters. */
type Levels = ReadonlyMap<number, number>;

/**
 * The paragraphs, headings and lists of pages, told by the size of letters and the room between lines. A
 * paragraph continues behind the edge of a page, also where the number of the page stands between.
 */
export function* pdfBlocks(pages: readonly PdfPage[], title?: string): Steps<ReadText> {
  const lines: PdfLine[] = [];
  for (const [index, page] of pages.entries()) {
    for (const line of yield* linesOf(page, index + 1)) lines.push(line);
    yield;
  }
  const body = yield* commonSize(lines);
  const levels = yield* levelsOf(lines, body);
  const open = new OpenBlock(levels);
  for (const [index, line] of lines.entries()) {
    if (isPageNumber(lines, index)) open.setAside(line);
    else open.take(line);
    yield;
  }
  open.close();
  const { blocks } = open;
  return { blocks, pages: pages.length, ...(title === undefined ? {} : { title }) };
}

/** The block that lines are added to, until one of another begins. */
class OpenBlock {
  readonly blocks: Block[] = [];
  readonly #levels: Levels;
  #lines: PdfLine[] = [];
  #characters = 0;
  /** Page numbers that came in the midst of it. */
  #aside: PdfLine[] = [];

  constructor(levels: Levels) {
    this.#levels = levels;
  }

  take(line: PdfLine): void {
    const before = this.#lines.at(-1);
    const isFull = this.#characters > LONGEST_BLOCK;
    if (before && (isFull || !belong(before, line, this.#levels))) this.close();
    this.#lines.push(line);
    this.#characters += line.text.length;
  }

  setAside(line: PdfLine): void {
    this.#aside.push(line);
  }

  close(): void {
    if (this.#lines.length > 0) this.blocks.push(blockOf(this.#lines, this.#levels));
    for (const line of this.#aside) this.blocks.push(blockOf([line], new Map()));
    this.#lines = [];
    this.#aside = [];
    this.#characters = 0;
  }
}

/** Whether the line is the number of its page: the first or the last of several, and nothing but that. */
function isPageNumber(lines: readonly PdfLine[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || line.text.length > LONGEST_NUMBER) return false;
  const isFirst = lines[index - 1]?.page !== line.page;
  const isLast = lines[index + 1]?.page !== line.page;
  return isFirst !== isLast && PAGE_NUMBER.test(line.text);
}

/** The size that most letters have. */
function* commonSize(lines: readonly PdfLine[]): Steps<number> {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) {
    letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
    yield;
  }
  const [common] = [...letters].sort(([, one], [, other]) => other - one);
  return common?.[0] ?? 0;
}

/** The levels of headings by their size: the largest is 1. */
function* levelsOf(lines: readonly PdfLine[], body: number): Steps<Levels> {
  const sizes = new Set<number>();
  for (const { text, size } of lines) {
    const isHeading = rounded(size) > body * HEADING_FACTOR && text.length <= LONGEST_HEADING;
    if (isHeading) sizes.add(rounded(size));
    yield;
  }
  const largestFirst = [...sizes].sort((one, other) => other - one);
  return new Map(largestFirst.map((size, index) => [size, Math.min(6, index + 1)]));
}

function belong(before: PdfLine, line: PdfLine, levels: Levels): boolean {
  const level = levels.get(rounded(line.size));
  if (level !== levels.get(rounded(before.size))) return false;
  if (ITEM.test(line.text)) return level === undefined && ITEM.test(before.text);
  // A sentence continues behind the edge of a page; a heading does not.
  if (line.page !== before.page) return level === undefined && !SENTENCE_END.test(before.text);
  return Math.abs(before.y - line.y) <= before.size * PARAGRAPH_GAP;
}

function blockOf(lines: readonly PdfLine[], levels: Levels): Block {
  const [first] = lines;
  const level = levels.get(rounded(first?.size ?? 0));
  const isList = first !== undefined && ITEM.test(first.text);
  const kind: BlockKind = level !== undefined ? 'heading' : isList ? 'list' : 'paragraph';
  const pages: PageStart[] = [];
  let at = 0;
  for (const { page, text } of lines) {
    if (pages.at(-1)?.page !== page) pages.push({ at, page });
    // Behind each line stands one character.
    at += text.length + 1;
  }
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

/** Smaller letters are not seen. */
const SMALLEST_SIZE = 2;
const RUNS_PER_STEP = 256;

/** A line of a page. */
interface PdfLine {
  /** On one line, without hidden characters. */
  readonly text: string;
  /** Its height on the page. */
  readonly y: number;
  /** The size of its largest letters. */
  readonly size: number;
  readonly page: number;
}

/** Runs of one height are a line; those out of sight are left out. `page`: its number. */
function* linesOf({ runs, view }: PdfPage, page: number): Steps<readonly PdfLine[]> {
  const lines: PdfLine[] = [];
  let open: OpenLine | undefined;
  for (const [index, run] of runs.entries()) {
    if (index % RUNS_PER_STEP === 0) yield;
    if (!isSeen(run, view)) continue;
    if (open?.holds(run)) open.add(run);
    else if (run.text.trim() !== '') {
      if (open) lines.push(open.line(page));
      open = new OpenLine(run);
    }
  }
  if (open) lines.push(open.line(page));
  return lines.filter(({ text }) => text !== '');
}

function isSeen(
  { x, y, size, width }: PdfRun,
  [left, lower, right, upper]: PdfPage['view'],
): boolean {
  const isWithin = x + width >= left && x <= right && y + size >= lower && y <= upper;
  return size >= SMALLEST_SIZE && isWithin;
}

/** The line that runs are added to. */
class OpenLine {
  readonly #y: number;
  readonly #parts: string[];
  #size: number;
  #end: number;
  #endsBlank: boolean;

  constructor({ text, y, size, x, width }: PdfRun) {
    this.#y = y;
    this.#parts = [text];
    this.#size = size;
    this.#end = x + width;
    this.#endsBlank = text.endsWith(' ');
  }

  holds({ y }: PdfRun): boolean {
    return Math.abs(this.#y - y) < this.#size * 0.4;
  }

  add({ text, x, size, width }: PdfRun): void {
    const isApart = x - this.#end > this.#size * 0.15;
    const needsBlank = isApart && !this.#endsBlank && !text.startsWith(' ');
    this.#parts.push(needsBlank ? ` ${text}` : text);
    this.#endsBlank = text === '' ? this.#endsBlank || needsBlank : text.endsWith(' ');
    this.#size = Math.max(this.#size, size);
    this.#end = x + width;
  }

  line(page: number): PdfLine {
    const text = words.withoutHiddenCharacters(this.#parts.join(''));
    return {
      text: text.replaceAll(/\s+/gu, ' ').trim(),
      y: this.#y,
      size: this.#size,
      page,
    };
  }
}
