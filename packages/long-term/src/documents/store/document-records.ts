import { WRITE_POLICY } from '../../policy/write-policy.ts';
import { chunkName, type DocumentNames, isOfChunks } from '../../records/document-namespaces.ts';
import type { JsonValue, MemoryRecord } from '../../records/memory-record.ts';
import type { RetrievalDocument } from '../../retrieval/retrieval-index.ts';
import type { ChunkDraft } from '../chunk/chunk-document.ts';
import type { DocumentChunk, StoredDocument } from '../document.ts';
import type { BlockKind, Range } from '../read/block.ts';
import { DOCUMENT_FORMATS, type DocumentFormat } from '../read/format-of.ts';

/** A document with what only the shelf needs to know. */
export interface Shelved extends StoredDocument {
  /** Names the chunks that belong to this version. */
  readonly edition: string;
  /** A keyed hash of the text. */
  readonly fingerprint: string;
}

/** Unfinished work on the chunks of an edition. */
export interface Job {
  readonly documentId: string;
  readonly edition: string;
  readonly chunks: number;
  /** `shown`: sessions may still have them in past contexts, which have to forget them. */
  readonly state: 'adding' | 'removing' | 'shown';
  /** When it last came on. */
  readonly atMs: number;
}

/** PERSISTED: the text of a job's record. */
const JOB_STATES = ['adding', 'removing', 'shown'] as const satisfies readonly Job['state'][];

type Metadata = Readonly<Record<string, JsonValue>>;

/** A record of text from outside: quoted, with the lowest confidence, whatever it says [GRD-1]. */
function quoted(
  place: Pick<MemoryRecord, 'id' | 'namespace' | 'text' | 'revision'>,
  metadata: Metadata,
  createdAtMs: number,
  updatedAtMs: number,
): MemoryRecord {
  return {
    ...place,
    type: 'reference',
    kind: 'artifact',
    source: 'external',
    confidence: WRITE_POLICY.sources.external.confidence,
    confidenceAtMs: createdAtMs,
    evidence: [],
    createdAtMs,
    updatedAtMs,
    uses: 0,
    validFromMs: createdAtMs,
    pinned: false,
    metadata,
  };
}

export function documentRecord(
  { documents }: DocumentNames,
  document: Shelved,
  revision: number,
): MemoryRecord {
  const { id, title, addedAtMs, updatedAtMs, ...rest } = document;
  const place = { id: `${documents}/${id}`, namespace: documents, text: title, revision };
  return quoted(place, { document: id, ...rest }, addedAtMs, updatedAtMs);
}

/** @returns `undefined` for a record that is no document, or damaged. */
export function documentOfRecord(record: MemoryRecord): Shelved | undefined {
  const { metadata, text, createdAtMs, updatedAtMs } = record;
  const { document, format, edition, fingerprint, source } = metadata;
  const known = DOCUMENT_FORMATS.find((one) => one === format);
  if (known === undefined || typeof document !== 'string') return undefined;
  if (typeof edition !== 'string' || typeof fingerprint !== 'string') return undefined;
  const pages = numberOf(metadata.pages);
  return {
    id: document,
    version: numberOf(metadata.version) ?? 1,
    title: text,
    format: known satisfies DocumentFormat,
    ...(typeof source === 'string' ? { source } : {}),
    ...(pages === undefined ? {} : { pages }),
    chunks: numberOf(metadata.chunks) ?? 0,
    tokens: numberOf(metadata.tokens) ?? 0,
    addedAtMs: createdAtMs,
    updatedAtMs,
    edition,
    fingerprint,
  };
}

/** The document as readers get it. */
export function storedDocument({ edition, fingerprint, ...document }: Shelved): StoredDocument {
  return document;
}

export function chunkRecord(
  { chunks }: DocumentNames,
  { id, edition, title }: Pick<Shelved, 'id' | 'edition' | 'title'>,
  draft: ChunkDraft,
  number: number,
  nowMs: number,
): MemoryRecord {
  const { kind, text, tokens, repeated, headings, lines, pages } = draft;
  return quoted(
    { id: chunkId(chunks, id, edition, number), namespace: chunks, text, revision: 1 },
    {
      document: id,
      edition,
      title,
      number,
      kind,
      tokens,
      repeated,
      headings,
      ...(lines && { lines: [lines.first, lines.last] }),
      ...(pages && { pages: [pages.first, pages.last] }),
    },
    nowMs,
    nowMs,
  );
}

/** A chunk, and the edition that it belongs to. */
export interface ChunkOfEdition {
  readonly chunk: DocumentChunk;
  readonly edition: string;
}

/** @returns `undefined` for a record that is no chunk, or damaged. */
export function chunkOfRecord({ text, metadata }: MemoryRecord): ChunkOfEdition | undefined {
  const { document, edition, headings, kind } = metadata;
  const number = numberOf(metadata.number);
  if (typeof document !== 'string' || typeof edition !== 'string') return undefined;
  if (number === undefined || !Array.isArray(headings) || !isBlockKind(kind)) return undefined;
  const lines = rangeOf(metadata.lines);
  const pages = rangeOf(metadata.pages);
  const chunk: DocumentChunk = {
    id: chunkName(document, edition, number),
    documentId: document,
    number,
    kind,
    text,
    tokens: numberOf(metadata.tokens) ?? 0,
    repeated: numberOf(metadata.repeated) ?? 0,
    headings: headings.filter((one) => typeof one === 'string'),
    ...(lines && { lines }),
    ...(pages && { pages }),
  };
  return { chunk, edition };
}

export function chunkIds(
  { chunks }: DocumentNames,
  { documentId, edition, chunks: count }: Pick<Job, 'documentId' | 'edition' | 'chunks'>,
): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    chunkId(chunks, documentId, edition, index + 1),
  );
}

/** The chunks as sessions name them. */
export function chunkNames({ documentId, edition, chunks }: Job): readonly string[] {
  return Array.from({ length: chunks }, (_, index) => chunkName(documentId, edition, index + 1));
}

function chunkId(namespace: string, documentId: string, edition: string, number: number): string {
  return `${namespace}/${chunkName(documentId, edition, number)}`;
}

export function jobId({ jobs }: DocumentNames, { documentId, edition, state }: Job): string {
  return `${jobs}/${documentId}@${edition}${state === 'shown' ? '#shown' : ''}`;
}

export function jobRecord(names: DocumentNames, job: Job, revision: number): MemoryRecord {
  const { documentId, edition, chunks, state, atMs } = job;
  const place = { id: jobId(names, job), namespace: names.jobs, text: state, revision };
  return quoted(place, { document: documentId, edition, chunks }, atMs, atMs);
}

export function jobOfRecord({ text, metadata, updatedAtMs }: MemoryRecord): Job | undefined {
  const { document, edition } = metadata;
  if (typeof document !== 'string' || typeof edition !== 'string') return undefined;
  const state = JOB_STATES.find((one) => one === text);
  if (state === undefined) return undefined;
  const chunks = numberOf(metadata.chunks) ?? 0;
  return { documentId: document, edition, chunks, state, atMs: updatedAtMs };
}

/** A chunk as the index finds it: by its words, its headings and the title. Other records are not found. */
export function indexedChunk(record: MemoryRecord): RetrievalDocument | undefined {
  const read = isOfChunks(record.namespace) ? chunkOfRecord(record) : undefined;
  if (read === undefined) return undefined;
  const { chunk } = read;
  const { title } = record.metadata;
  const above = [typeof title === 'string' ? title : '', ...chunk.headings].filter(Boolean);
  return {
    id: record.id,
    text: [...above, chunk.text].join('\n'),
    createdAtMs: record.createdAtMs,
    fields: { namespace: record.namespace, document: chunk.documentId },
  };
}

function isBlockKind(value: unknown): value is BlockKind {
  return ['heading', 'paragraph', 'list', 'table', 'code'].some((kind) => kind === value);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function rangeOf(value: unknown): Range | undefined {
  if (!Array.isArray(value)) return undefined;
  const [first, last] = value.map(numberOf);
  return first === undefined || last === undefined ? undefined : { first, last };
}
