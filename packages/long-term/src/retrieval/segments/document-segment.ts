import { isRetrievalDocument } from '../documents/document-shape.ts';
import type { RetrievalEngine, StoredDocument } from '../engine.ts';
import type { TermCounts } from '../lexical/inverted-index.ts';
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

/** Place of each term in the vocabulary and its count, in turns. */
function encodeTerms(terms: TermCounts, vocabulary: Map<string, number>): readonly number[] {
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
