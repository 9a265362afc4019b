import type { AbortSignalLike } from '@agent-memory/core';
import {
  checkOption,
  errorText,
  type KnownNames,
  orAbort,
  refuseUnknown,
  threads,
  throwIfAborted,
} from '@agent-memory/core/internal';
import { loadInPlace } from '#pdf-in-place';
import type { PdfPage, PdfReader, PdfReadOptions, ReadPdf } from '../read/pdf-reader.ts';
import { RefusedDocument } from '../refusal.ts';
import { unpacksBeyond } from './unpacked-size.ts';

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
type LoadingTask = ReturnType<PdfJs['getDocument']>;
type PdfDocument = Awaited<LoadingTask['promise']>;

/** Settings of `pdfReader`. */
export interface PdfReaderOptions {
  /**
   * Makes the worker of a PDF, for an app that places it by itself: it loads
   * `@agent-memory/documents/pdf-worker`. Default: the worker of this package.
   */
  readonly worker?: () => Worker;
}

const OPTIONS = { worker: true } as const satisfies KnownNames<PdfReaderOptions>;

/**
 * Reads PDFs with `pdfjs-dist`, which the app installs beside this package; its code is fetched with the first
 * PDF. In a browser each PDF has a worker of its own, which is ended with it; in Node it is read in place.
 *
 * @example
 * import { createDocuments } from '@agent-memory/documents';
 * import { pdfReader } from '@agent-memory/documents/pdf';
 *
 * const documents = createDocuments({ pdf: pdfReader() });
 *
 * @throws InvalidOptionError naming the option.
 */
export function pdfReader(options: PdfReaderOptions = {}): PdfReader {
  refuseUnknown(options, OPTIONS, 'pdfReader');
  const { worker = ownWorker } = options;
  checkOption(typeof worker === 'function', 'worker', 'must be a function.');
  return { read: (bytes, given) => read(bytes, given, worker) };
}

async function read(
  bytes: Uint8Array,
  options: PdfReadOptions,
  createWorker: () => Worker,
): Promise<ReadPdf> {
  const { limits, signal } = options;
  if (await unpacksBeyond(bytes, limits.maxUnpackedBytes, signal)) throw bomb();
  const opened = await openPdf(createWorker);
  const reading = readPages(opened, bytes, options).catch((error: unknown) => {
    throwIfAborted(signal);
    throw error instanceof RefusedDocument ? error : refusalOf(error);
  });
  try {
    return await Promise.race([reading, opened.lost ?? reading]);
  } finally {
    opened.close();
  }
}

interface OpenedPdfJs {
  readonly pdfjs: PdfJs;
  /** Absent: it works in this thread. */
  readonly port?: Worker;
  /** Rejects when the worker ends by itself. */
  readonly lost?: Promise<never>;
  close(): void;
}

async function openPdf(createWorker: () => Worker): Promise<OpenedPdfJs> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  if (typeof Worker === 'undefined') {
    await loadInPlace();
    return { pdfjs, close: () => undefined };
  }
  let lose: (problem: string) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = (problem) =>
      reject(new Error(`The worker of the PDF ended; nothing was stored. ${problem}`));
  });
  const port = threads.startWorker(createWorker, (problem) => lose(problem));
  return { pdfjs, port, lost, close: () => port.terminate() };
}

async function readPages(
  { pdfjs, port }: OpenedPdfJs,
  bytes: Uint8Array,
  { limits, signal, onPage }: PdfReadOptions,
): Promise<ReadPdf> {
  const task = pdfjs.getDocument({
    // A copy: the bytes go to the worker, and the caller may still want them.
    data: bytes.slice(),
    ...(port && { worker: pdfjs.PDFWorker.fromPort({ port }) }),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: 0,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  try {
    const document = await orAbort(task.promise, signal);
    const { numPages } = document;
    if (numPages > limits.maxPages) throw tooManyPages(numPages, limits.maxPages);
    const pages: PdfPage[] = [];
    let letters = 0;
    for (let number = 1; number <= numPages; number += 1) {
      const page = await orAbort(pageOf(document, number), signal);
      letters += page.runs.reduce((sum, { text }) => sum + text.length, 0);
      if (letters > limits.maxCharacters) throw tooLong(limits.maxCharacters);
      pages.push(page);
      onPage(number, numPages);
    }
    const title = await orAbort(titleOf(document), signal);
    return { pages, ...(title === undefined ? {} : { title }) };
  } finally {
    // A worker that hangs does not answer, and is ended by anyone who made it.
    if (port) void task.destroy();
    else await destroyed(task, signal);
  }
}

async function destroyed(task: LoadingTask, signal: AbortSignalLike): Promise<void> {
  if (!signal.aborted) await task.destroy();
  else void task.destroy();
}

async function pageOf(document: PdfDocument, number: number): Promise<PdfPage> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const [left = 0, lower = 0, right = 0, upper = 0] = page.view;
  const runs = items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as readonly number[];
    const size = Math.max(Math.hypot(a, b), Math.hypot(c, d));
    return [{ text: item.str, x, y, width: item.width, size }];
  });
  page.cleanup();
  return { runs, view: [left, lower, right, upper] };
}

async function titleOf(document: PdfDocument): Promise<string | undefined> {
  const { info } = await document.getMetadata();
  const title: unknown = Reflect.get(info, 'Title');
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

function ownWorker(): Worker {
  // Bundlers find the worker by this very form; the compiled package has the file under this name.
  return new Worker(new URL('./pdf-worker.js', import.meta.url), {
    type: 'module',
    name: 'agent-memory-pdf',
  });
}

function refusalOf(error: unknown): RefusedDocument {
  if (error instanceof Error && error.name === 'PasswordException') {
    const sentence = 'The PDF needs a password; nothing was stored.';
    return new RefusedDocument('ENCRYPTED', sentence, 'Save it without a password.');
  }
  return new RefusedDocument(
    'DAMAGED',
    `The PDF cannot be read; nothing was stored. ${errorText(error)}`,
    'Open it in a viewer and save it again.',
  );
}

function bomb(): RefusedDocument {
  return new RefusedDocument(
    'HOSTILE',
    'The PDF unpacks to far more than its size says; nothing was stored.',
    'Raise `limits.maxUnpackedBytes` if you trust it.',
  );
}

function tooManyPages(pages: number, maxPages: number): RefusedDocument {
  return new RefusedDocument(
    'TOO_MANY_PAGES',
    `The PDF has ${pages} pages, and at most ${maxPages} are read; nothing was stored.`,
    'Split it, or raise `limits.maxPages`.',
  );
}

function tooLong(maxCharacters: number): RefusedDocument {
  return new RefusedDocument(
    'TOO_LARGE',
    `The text of the PDF is longer than ${maxCharacters} characters; nothing was stored.`,
    'Split it, or raise `limits.maxCharacters`.',
  );
}
