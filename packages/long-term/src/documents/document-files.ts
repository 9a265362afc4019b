import type { Steps } from '@agent-memory/core/internal';
import { RecordFileError } from '../errors/record-errors.ts';
import { field, jsonOf } from '../lines/json-line.ts';
import type { ChunkDraft } from './chunk/chunk-document.ts';
import type { DocumentChunk, StoredDocument } from './document.ts';
import type { BlockKind, Range } from './read/block.ts';
import { DOCUMENT_FORMATS } from './read/format-of.ts';
import type { DocumentRefusal } from './refusal.ts';

/** PERSISTED: the first line of a file names its form. */
const FORMAT = 'agent-memory-documents';
const VERSION = 1;
const KINDS: readonly BlockKind[] = ['heading', 'paragraph', 'list', 'table', 'code'];
/** No chunk that is made here is as long. */
const LONGEST_CHUNK = 100_000;
const MOST_HEADINGS = 20;

/** The outcome of an import of documents. */
export interface DocumentFileReport {
  readonly imported: number;
  /** Known already, or known newer. */
  readonly unchanged: number;
  readonly refused: readonly { readonly line: number; readonly refusal: DocumentRefusal }[];
}

/** A document as a file holds it. */
export interface FiledDocument {
  readonly document: StoredDocument;
  readonly chunks: readonly ChunkDraft[];
  /** The line that it begins in, from 1. */
  readonly line: number;
}

export function documentHeaderLine(exportedAtMs: number): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, exportedAtMs });
}

export function documentLine(document: StoredDocument): string {
  return JSON.stringify({ document });
}

export function chunkLine({ id: _, documentId: __, ...chunk }: DocumentChunk): string {
  return JSON.stringify({ chunk });
}

/** Reads every line before anything is done with one. @throws RecordFileError with the line at fault. */
export function* readDocumentLines(lines: readonly string[]): Steps<readonly FiledDocument[]> {
  const header = jsonOf((lines[0] ?? '').replace(/^\uFEFF/u, ''), 1);
  if (field(header, 'format') !== FORMAT || field(header, 'version') !== VERSION) {
    throw new RecordFileError(1, `does not say \`"format":"${FORMAT}"\` and version ${VERSION}`);
  }
  const filed: { document: StoredDocument; chunks: ChunkDraft[]; line: number }[] = [];
  for (const [index, text] of lines.entries()) {
    yield;
    if (index === 0 || text.trim() === '') continue;
    const line = index + 1;
    const value = jsonOf(text, line);
    const document = field(value, 'document');
    if (document !== undefined) {
      refuseShort(filed.at(-1));
      filed.push({ document: documentOf(document, line), chunks: [], line });
      continue;
    }
    const open = filed.at(-1);
    if (!open) throw new RecordFileError(line, 'has a chunk ahead of every document');
    open.chunks.push(chunkOf(field(value, 'chunk'), open.chunks.length + 1, line));
  }
  refuseShort(filed.at(-1));
  return filed;
}

function refuseShort(filed: FiledDocument | undefined): void {
  if (!filed || filed.chunks.length === filed.document.chunks) return;
  const { document, chunks, line } = filed;
  throw new RecordFileError(
    line,
    `says that ${document.chunks} chunks follow, and ${chunks.length} do`,
  );
}

function documentOf(value: unknown, line: number): StoredDocument {
  const text = (name: string) => textOf(value, name, `document.${name}`, line, 1_000);
  const count = (name: string) => countOf(field(value, name), `document.${name}`, line);
  const format = DOCUMENT_FORMATS.find((one) => one === field(value, 'format'));
  if (format === undefined) throw damaged(line, 'document.format');
  return {
    id: text('id'),
    title: text('title'),
    format,
    version: count('version'),
    chunks: count('chunks'),
    tokens: count('tokens'),
    addedAtMs: count('addedAtMs'),
    updatedAtMs: count('updatedAtMs'),
    ...(field(value, 'source') === undefined ? {} : { source: text('source') }),
    ...(field(value, 'pages') === undefined ? {} : { pages: count('pages') }),
  };
}

function chunkOf(value: unknown, number: number, line: number): ChunkDraft {
  const kind = KINDS.find((one) => one === field(value, 'kind'));
  if (kind === undefined) throw damaged(line, 'chunk.kind');
  if (field(value, 'number') !== number) throw damaged(line, 'chunk.number');
  const headings = field(value, 'headings');
  const isPath =
    Array.isArray(headings) &&
    headings.length <= MOST_HEADINGS &&
    headings.every((one) => typeof one === 'string' && one.length <= 1_000);
  if (!isPath) throw damaged(line, 'chunk.headings');
  const lines = rangeOf(field(value, 'lines'), 'chunk.lines', line);
  const pages = rangeOf(field(value, 'pages'), 'chunk.pages', line);
  return {
    kind,
    text: textOf(value, 'text', 'chunk.text', line, LONGEST_CHUNK),
    tokens: countOf(field(value, 'tokens'), 'chunk.tokens', line),
    repeated: countOf(field(value, 'repeated'), 'chunk.repeated', line),
    headings,
    ...(lines && { lines }),
    ...(pages && { pages }),
  };
}

function textOf(value: unknown, name: string, path: string, line: number, longest: number): string {
  const text = field(value, name);
  if (typeof text === 'string' && text !== '' && text.length <= longest) return text.toWellFormed();
  throw damaged(line, path);
}

function countOf(value: unknown, path: string, line: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw damaged(line, path);
}

function rangeOf(value: unknown, path: string, line: number): Range | undefined {
  if (value === undefined) return undefined;
  return {
    first: countOf(field(value, 'first'), path, line),
    last: countOf(field(value, 'last'), path, line),
  };
}

function damaged(line: number, path: string): RecordFileError {
  return new RecordFileError(line, `is damaged at \`${path}\``);
}
