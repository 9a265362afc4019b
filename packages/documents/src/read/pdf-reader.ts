import type { AbortSignalLike } from '@agent-memory/core';
import type { CheckedLimits } from '../limits.ts';

/** A run of letters on a page, where it stands and how large it is, in points from the lower left corner. */
export interface PdfRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The size of its font. */
  readonly size: number;
}

/** The runs of a page in the order in which the page draws them. */
export interface PdfPage {
  readonly runs: readonly PdfRun[];
  /** The part of the page that is shown: left, lower, right and upper edge. */
  readonly view: readonly [left: number, lower: number, right: number, upper: number];
}

/** The letters of a PDF. */
export interface ReadPdf {
  readonly pages: readonly PdfPage[];
  readonly title?: string;
}

/** How a PDF is read. */
export interface PdfReadOptions {
  readonly limits: CheckedLimits;
  readonly signal: AbortSignalLike;
  /** Told behind each page. */
  onPage(page: number, pages: number): void;
}

/**
 * Port: reads the letters of a PDF. `pdfReader()` of `@agent-memory/documents/pdf` is one.
 *
 * An implementer owes: it refuses what needs a password, what is damaged and what has more pages or
 * unpacks to more than the limits say; it rejects with the signal's reason when that aborts, and lets go of
 * everything; it runs no script of the document and fetches nothing for it.
 */
export interface PdfReader {
  read(bytes: Uint8Array, options: PdfReadOptions): Promise<ReadPdf>;
}
