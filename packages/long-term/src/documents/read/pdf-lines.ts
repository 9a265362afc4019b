import { type Steps, withoutHiddenCharacters } from '@agent-memory/core/internal';
import type { PdfPage, PdfRun } from './pdf-reader.ts';

/** Smaller letters are not seen. */
const SMALLEST_SIZE = 2;
const RUNS_PER_STEP = 256;

/** A line of a page. */
export interface PdfLine {
  /** On one line, without hidden characters. */
  readonly text: string;
  /** Its height on the page. */
  readonly y: number;
  /** The size of its largest letters. */
  readonly size: number;
  readonly page: number;
}

/** Runs of one height are a line; those out of sight are left out. `page`: its number. */
export function* linesOf({ runs, view }: PdfPage, page: number): Steps<readonly PdfLine[]> {
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
    const text = withoutHiddenCharacters(this.#parts.join(''));
    return {
      text: text.replaceAll(/\s+/gu, ' ').trim(),
      y: this.#y,
      size: this.#size,
      page,
    };
  }
}
