import type { AbortSignalLike } from '@agent-memory/core';
import { inSlices, orAbort, type Steps } from '@agent-memory/core/internal';
import type { DocumentInput } from '../documents.ts';
import type { CheckedLimits } from '../limits.ts';
import { RefusedDocument } from '../refusal.ts';
import type { ReadText } from './block.ts';
import { type DocumentFormat, formatOf } from './format-of.ts';
import { pageBlocks } from './html/page-blocks.ts';
import { parsePage } from './html/parse-page.ts';
import { hasRawHtml, withoutRawHtml } from './html/without-raw-html.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import type { PdfReader } from './pdf-reader.ts';
import { plainTextBlocks } from './plain-text.ts';

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
    const page = await inSlices(parsePage(text, parse5, limits), { signal });
    return inSlices(pageBlocks(page), { signal });
  }
  const seen = hasRawHtml(text)
    ? await inSlices(withoutRawHtml(text, await import('parse5'), limits), { signal })
    : text;
  const { markdownBlocks } = await import('./markdown.ts');
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
      'Give `pdf: pdfReader()` of `@agent-memory/documents/pdf` to `createDocuments`.',
    );
  }
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const { pages, title } = await pdf.read(bytes, { limits, signal, onPage });
  return inSlices(pdfBlocks(pages, title), { signal });
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
  return { format, mediaType: type, name: file };
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

const DECODED_AT_ONCE = 256 * 1024;
/** An HTML page says its encoding within its first bytes. */
const PROLOGUE_BYTES = 1024;
const DECLARED = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})/i;

/**
 * The text of bytes, a part in a step: by its byte order mark, by the encoding that an HTML page names, else as
 * UTF-8.
 *
 * @throws RefusedDocument if a byte has no meaning in that encoding, or the bytes are no text.
 */
function* textOfBytes(bytes: Uint8Array, isHtml: boolean): Steps<string> {
  const encoding = markOf(bytes) ?? (isHtml ? declaredIn(bytes) : undefined) ?? 'utf-8';
  const parts: string[] = [];
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for (let start = 0; start < bytes.length; start += DECODED_AT_ONCE) {
      const some = bytes.subarray(start, start + DECODED_AT_ONCE);
      parts.push(textOnly(decoder.decode(some, { stream: true })));
      yield;
    }
    parts.push(textOnly(decoder.decode()));
  } catch (error) {
    const isBroken = error instanceof RangeError || error instanceof TypeError;
    throw isBroken ? brokenIn(encoding) : error;
  }
  return parts.join('');
}

function textOnly(text: string): string {
  if (text.includes('\u0000')) throw noText();
  return text;
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const prologue = new TextDecoder('latin1').decode(bytes.subarray(0, PROLOGUE_BYTES));
  return DECLARED.exec(prologue)?.[1]?.toLowerCase();
}

function brokenIn(encoding: string): RefusedDocument {
  return new RefusedDocument(
    'BROKEN_ENCODING',
    `The bytes of the document are no ${encoding} text; nothing was stored.`,
    'Save it as UTF-8, or decode it and give the text.',
  );
}

function noText(): RefusedDocument {
  return new RefusedDocument(
    'WRONG_TYPE',
    'The document is binary, and no text; nothing was stored.',
    'Give text, Markdown, HTML or a PDF.',
  );
}
