import {
  type CodedPassage,
  decodeTerms,
  type RetrievalEngine,
  type StoredDocument,
} from '../engine.ts';
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
    const passages = engine.table
      .passagesOf(number)
      .map((passage) => [passage, encodeTerms(engine.passages.termsOf(passage), vocabulary)]);
    rows.push([
      place,
      row.sequence,
      row.document,
      terms,
      ...(passages.length === 0 ? [] : [passages]),
    ]);
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
    const [place, sequence, document, coded, passages = []] = row;
    const terms = isCurrent ? { coded, vocabulary: header.vocabulary, passages } : undefined;
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
  const recoded = (coded: readonly number[]) =>
    encodeTerms(decodeTerms(coded, header.vocabulary), vocabulary);
  for (const [place, sequence, document, coded, passages = []] of header.rows) {
    if (ids.has(document.id)) {
      gone.push(block * BLOCK_SIZE + place, ...passages.map(([passage]) => passage));
      continue;
    }
    const own = passages.map(([passage, terms]): CodedPassage => [passage, recoded(terms)]);
    const row = [place, sequence, document, recoded(coded)] as const;
    rows.push(own.length === 0 ? row : [...row, own]);
  }
  if (rows.length === 0) return { gone, buffer: undefined };
  const { analyzer } = header;
  return { gone, buffer: sealSegment({ analyzer, vocabulary: [...vocabulary.keys()], rows }) };
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
  passages?: readonly CodedPassage[],
];

function isStoredRow(value: unknown): value is EncodedRow {
  if (!Array.isArray(value)) return false;
  const [place, sequence, document, terms, passages = []]: readonly unknown[] = value;
  const isPlaced = isNumber(place) && place < BLOCK_SIZE && Number.isInteger(sequence);
  const hasPassages =
    Array.isArray(passages) &&
    passages.every((passage: unknown) => {
      return Array.isArray(passage) && isNumber(passage[0]) && areNumbers(passage[1]);
    });
  return isPlaced && areNumbers(terms) && hasPassages && isRetrievalDocument(document);
}

function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function areNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every(isNumber);
}

type Fields = Partial<Record<keyof RetrievalDocument, unknown>>;

/** Whether a value from outside is a document. */
function isRetrievalDocument(value: unknown): value is RetrievalDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, author, role, sessionId, createdAtMs, expiresAtMs, names, fields }: Fields =
    value;
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    [author, role, sessionId].every((name) => name === undefined || typeof name === 'string') &&
    [createdAtMs, expiresAtMs].every((time) => time === undefined || typeof time === 'number') &&
    (names === undefined || isListOfStrings(names)) &&
    (fields === undefined || isRecordOfStrings(fields))
  );
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

function isRecordOfStrings(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((entry) => typeof entry === 'string');
}
