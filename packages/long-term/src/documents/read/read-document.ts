import type { AbortSignalLike } from '@agent-memory/core';
import { inSlices, orAbort } from '@agent-memory/core/internal';
import type { DocumentInput } from '../document.ts';
import type { CheckedLimits } from '../limits.ts';
import { RefusedDocument } from '../refusal.ts';
import type { ReadText } from './block.ts';
import { type DocumentFormat, formatOf } from './format-of.ts';
import { pageBlocks } from './html/page-blocks.ts';
import { parsePage } from './html/parse-page.ts';
import { StylesAhead } from './html/style-length.ts';
import { hasRawHtml, withoutRawHtml } from './html/without-raw-html.ts';
import { markdownBlocks } from './markdown.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import type { PdfReader } from './pdf-reader.ts';
import { plainTextBlocks } from './plain-text.ts';
import { textOfBytes } from './text-of-bytes.ts';

/** The means of reading, and its bounds. */
export interface ReadParts {
  readonly limits: CheckedLimits;
  readonly pdf: PdfReader | undefined;
  readonly signal: AbortSignalLike;
  onPage(page: number, pages: number): void;
}

/** A document that was read. */
export interface ReadDocument extends ReadText {
  readonly format: DocumentFormat;
}

/** Reads a document in slices. @throws RefusedDocument if it is not taken in; the signal's reason when it aborts. */
export async function readDocument(input: DocumentInput, parts: ReadParts): Promise<ReadDocument> {
  const { limits, signal } = parts;
  const content = await orAbort(contentOf(input.content, limits.maxBytes), signal);
  const format = formatOf(content, hintsOf(input));
  if (format === 'pdf') return { format, ...(await readPdf(content, parts)) };
  const text =
    typeof content === 'string'
      ? content.toWellFormed()
      : await inSlices(textOfBytes(content, format === 'html'), { signal });
  if (text.length > limits.maxCharacters) throw tooLarge(`${limits.maxCharacters} characters`);
  return { format, ...(await readText(text, format, parts)) };
}

async function readText(
  text: string,
  format: Exclude<DocumentFormat, 'pdf'>,
  { limits, signal }: ReadParts,
): Promise<ReadText> {
  if (format === 'text') return { blocks: await inSlices(plainTextBlocks(text), { signal }) };
  if (format === 'html') {
    const parse5 = await import('parse5');
    const page = await inSlices(parsePage(text, parse5, limits, new StylesAhead(text)), { signal });
    return inSlices(pageBlocks(page), { signal });
  }
  const seen = hasRawHtml(text)
    ? await inSlices(withoutRawHtml(text, await import('parse5'), limits), { signal })
    : text;
  return { blocks: await inSlices(markdownBlocks(seen), { signal }) };
}

async function readPdf(
  content: string | Uint8Array,
  { pdf, limits, signal, onPage }: ReadParts,
): Promise<ReadText> {
  if (pdf === undefined) {
    throw new RefusedDocument(
      'NO_PDF_READER',
      'The document is a PDF, and this app reads none; nothing was stored.',
      'Give `pdf: pdfReader()` of `@agent-memory/long-term/documents/pdf` to `createDocuments`.',
    );
  }
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const read = await pdf.read(bytes, { limits, signal, onPage });
  if (read.kind === 'refused') {
    const { rule, sentence, remedy } = read.refusal;
    throw new RefusedDocument(rule, sentence, remedy);
  }
  return inSlices(pdfBlocks(read.pages, read.title), { signal });
}

async function contentOf(
  content: DocumentInput['content'],
  maxBytes: number,
): Promise<string | Uint8Array> {
  const size =
    typeof content === 'string'
      ? content.length
      : content instanceof Blob
        ? content.size
        : content.byteLength;
  if (size > maxBytes) throw tooLarge(`${maxBytes} bytes`);
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  return new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : content);
}

function hintsOf({ content, format, mediaType, name }: DocumentInput) {
  const isBlob = typeof Blob !== 'undefined' && content instanceof Blob;
  const type = mediaType ?? (isBlob && content.type !== '' ? content.type : undefined);
  const file = name ?? nameOf(content);
  return {
    ...(format === undefined ? {} : { format }),
    ...(type === undefined ? {} : { mediaType: type }),
    ...(file === undefined ? {} : { name: file }),
  };
}

/** The name of a `File`. */
export function nameOf(content: DocumentInput['content']): string | undefined {
  if (typeof content !== 'object' || !('name' in content)) return undefined;
  return typeof content.name === 'string' ? content.name : undefined;
}

function tooLarge(most: string): RefusedDocument {
  return new RefusedDocument(
    'TOO_LARGE',
    `The document is larger than ${most}; nothing was stored.`,
    'Split it, or raise the limit.',
  );
}
