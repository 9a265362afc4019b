import type { RetrievalEngine, StoredDocument } from '../engine.ts';
import type { RetrievalDocument } from '../retrieval-index.ts';
import { ANALYZER_VERSION } from '../text/analyzer.ts';
import { BLOCK_SIZE } from '../vectors/generation.ts';
import { openSegment, sealSegment } from './envelope.ts';

/** PERSISTED: the segments of documents begin like this; the block's number follows. */
export const DOCUMENTS_PREFIX = 'documents-';

/** A stored document with its number in the table. */
export interface StoredRow extends StoredDocument {
  readonly number: number;
}

/** Writes the documents of a block with their terms; nothing where the block is empty. */
export function sealDocuments(block: number, engine: RetrievalEngine): ArrayBuffer | undefined {
  const vocabulary = new Map<string, number>();
  const rows: unknown[] = [];
  for (let place = 0; place < BLOCK_SIZE; place += 1) {
    const number = block * BLOCK_SIZE + place;
    const row = engine.table.rowOf(number);
    if (row === undefined) continue;
    const terms = encodeTerms(engine.index.termsOf(number), vocabulary);
    rows.push([place, row.sequence, row.document, terms]);
  }
  if (rows.length === 0) return undefined;
  const analyzer = [ANALYZER_VERSION, engine.analyzer.language];
  return sealSegment({ analyzer, vocabulary: [...vocabulary.keys()], rows });
}

/**
 * Reads the documents of a block; nothing where the segment is damaged. Terms are left out where
 * another analyzer made them.
 */
export function openDocuments(
  block: number,
  buffer: ArrayBuffer,
  language: string,
): readonly StoredRow[] | undefined {
  const header = openSegment(buffer)?.header;
  if (!isDocumentsHeader(header)) return undefined;
  const [version, ofLanguage] = header.analyzer;
  const isCurrent = version === ANALYZER_VERSION && ofLanguage === language;
  const rows: StoredRow[] = [];
  for (const row of header.rows) {
    if (!isStoredRow(row)) return undefined;
    const [place, sequence, document, coded] = row;
    const terms = isCurrent ? { coded, vocabulary: header.vocabulary } : undefined;
    rows.push({ number: block * BLOCK_SIZE + place, sequence, document, terms });
  }
  return rows;
}

/**
 * A block without some of its documents and without their words, and the numbers that those had;
 * nothing where the segment is damaged. The buffer is absent where no document is left.
 */
export function withoutRows(
  block: number,
  buffer: ArrayBuffer,
  ids: ReadonlySet<string>,
): { readonly gone: readonly number[]; readonly buffer: ArrayBuffer | undefined } | undefined {
  const header = openSegment(buffer)?.header;
  if (!isDocumentsHeader(header) || !header.rows.every(isStoredRow)) return undefined;
  const gone: number[] = [];
  const vocabulary = new Map<string, number>();
  const rows: EncodedRow[] = [];
  for (const [place, sequence, document, coded] of header.rows) {
    if (ids.has(document.id)) gone.push(block * BLOCK_SIZE + place);
    else {
      const terms = encodeTerms(decodeTerms(coded, header.vocabulary), vocabulary);
      rows.push([place, sequence, document, terms]);
    }
  }
  if (rows.length === 0) return { gone, buffer: undefined };
  const { analyzer } = header;
  return { gone, buffer: sealSegment({ analyzer, vocabulary: [...vocabulary.keys()], rows }) };
}

function* decodeTerms(
  coded: readonly number[],
  vocabulary: readonly string[],
): Generator<readonly [term: string, count: number]> {
  for (let at = 0; at + 1 < coded.length; at += 2) {
    const term = vocabulary[coded[at] ?? -1];
    if (term !== undefined) yield [term, coded[at + 1] ?? 0];
  }
}

/** Place of each term in the vocabulary and its count, in turns. */
function encodeTerms(
  terms: Iterable<readonly [term: string, count: number]>,
  vocabulary: Map<string, number>,
): readonly number[] {
  const encoded: number[] = [];
  for (const [term, count] of terms) {
    let at = vocabulary.get(term);
    if (at === undefined) {
      at = vocabulary.size;
      vocabulary.set(term, at);
    }
    encoded.push(at, count);
  }
  return encoded;
}

interface DocumentsHeader {
  readonly analyzer: readonly unknown[];
  readonly vocabulary: readonly string[];
  readonly rows: readonly unknown[];
}

function isDocumentsHeader(value: unknown): value is DocumentsHeader {
  if (typeof value !== 'object' || value === null) return false;
  const { analyzer, vocabulary, rows } = value as Partial<Record<keyof DocumentsHeader, unknown>>;
  const isList = Array.isArray(vocabulary) && vocabulary.every((term) => typeof term === 'string');
  return Array.isArray(analyzer) && isList && Array.isArray(rows);
}

type EncodedRow = readonly [
  place: number,
  sequence: number,
  document: StoredDocument['document'],
  terms: readonly number[],
];

function isStoredRow(value: unknown): value is EncodedRow {
  if (!Array.isArray(value)) return false;
  const [place, sequence, document, terms]: readonly unknown[] = value;
  const isPlaced = Number.isInteger(place) && Number(place) >= 0 && Number(place) < BLOCK_SIZE;
  const hasTerms = Array.isArray(terms) && terms.every((term) => Number.isInteger(term));
  return isPlaced && Number.isInteger(sequence) && hasTerms && isRetrievalDocument(document);
}

type Fields = Partial<Record<keyof RetrievalDocument, unknown>>;

/** Whether a value from outside is a document. */
function isRetrievalDocument(value: unknown): value is RetrievalDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, author, sessionId, createdAtMs, expiresAtMs, fields }: Fields = value;
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    [author, sessionId].every((name) => name === undefined || typeof name === 'string') &&
    [createdAtMs, expiresAtMs].every((time) => time === undefined || typeof time === 'number') &&
    (fields === undefined || isRecordOfStrings(fields))
  );
}

function isRecordOfStrings(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((entry) => typeof entry === 'string');
}
