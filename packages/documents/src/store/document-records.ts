import { type MemoryRecord, type RetrievalDocument, WRITE_POLICY } from '@agent-memory/long-term';
import type { ChunkDraft } from '../chunk/chunk-document.ts';
import type { DocumentChunk, StoredDocument } from '../documents.ts';

/**
 * PERSISTED: the namespaces in which the documents of an owner are stored; no memory reads or writes there,
 * and no other record is in them.
 */
const CHUNKS = 'document-chunks:';

export type DocumentNames = ReturnType<typeof documentNames>;

export function documentNames(owner: string) {
  return {
    documents: `documents:${owner}`,
    chunks: CHUNKS + owner,
    jobs: `document-jobs:${owner}`,
  } as const;
}

/** The id of the chunk of an edition as readers know it: `guide@3f2a91bc#12`. */
function chunkName(documentId: string, edition: string, number: number): string {
  return `${documentId}@${edition}#${number}`;
}

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

/** The metadata of records of documents, chunks and jobs; all of it is written here. */
type Held<Fields> = Fields & { readonly document: string; readonly edition: string };

function heldIn<Fields>({ metadata }: MemoryRecord): Held<Fields> | undefined {
  const { document, edition } = metadata;
  const isOurs = typeof document === 'string' && typeof edition === 'string';
  return isOurs ? (metadata as unknown as Held<Fields>) : undefined;
}

/** A record of text from outside: quoted, with the lowest confidence, whatever it says [GRD-1]. */
function quoted(
  place: Pick<MemoryRecord, 'id' | 'namespace' | 'text' | 'revision'>,
  metadata: object,
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
    metadata: metadata as MemoryRecord['metadata'],
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

/** @returns `undefined` for a record that is no document. */
export function documentOfRecord(record: MemoryRecord): Shelved | undefined {
  const held = heldIn<Omit<Shelved, 'id' | 'title' | 'addedAtMs' | 'updatedAtMs'>>(record);
  if (held === undefined) return undefined;
  const { document: id, ...rest } = held;
  const { text: title, createdAtMs: addedAtMs, updatedAtMs } = record;
  return { ...rest, id, title, addedAtMs, updatedAtMs };
}

/** The document as readers get it. */
export function storedDocument({ edition, fingerprint, ...document }: Shelved): StoredDocument {
  return document;
}

export function chunkRecord(
  { chunks }: DocumentNames,
  { id, edition, title }: Pick<Shelved, 'id' | 'edition' | 'title'>,
  { text, ...draft }: ChunkDraft,
  number: number,
  nowMs: number,
): MemoryRecord {
  const place = { id: chunkId(chunks, id, edition, number), namespace: chunks, text, revision: 1 };
  return quoted(place, { document: id, edition, title, number, ...draft }, nowMs, nowMs);
}

/** A chunk, with the edition that it belongs to and the title of its document. */
export interface ChunkOfEdition {
  readonly chunk: DocumentChunk;
  readonly edition: string;
  readonly title: string;
}

/** @returns `undefined` for a record that is no chunk. */
export function chunkOfRecord(record: MemoryRecord): ChunkOfEdition | undefined {
  const held = heldIn<Omit<ChunkDraft, 'text'> & { number: number; title: string }>(record);
  if (held === undefined) return undefined;
  const { document: documentId, edition, title, number, ...draft } = held;
  const id = chunkName(documentId, edition, number);
  return { chunk: { ...draft, id, documentId, number, text: record.text }, edition, title };
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

export function jobOfRecord(record: MemoryRecord): Job | undefined {
  const held = heldIn<Pick<Job, 'chunks'>>(record);
  if (held === undefined) return undefined;
  const { document: documentId, edition, chunks } = held;
  return {
    documentId,
    edition,
    chunks,
    state: record.text as Job['state'],
    atMs: record.updatedAtMs,
  };
}

/** A chunk as the index finds it: by its words, its headings and the title. Other records are not found. */
export function indexedChunk(record: MemoryRecord): RetrievalDocument | undefined {
  const read = record.namespace.startsWith(CHUNKS) ? chunkOfRecord(record) : undefined;
  if (read === undefined) return undefined;
  const { chunk, title } = read;
  return {
    id: record.id,
    text: [title, ...chunk.headings, chunk.text].join('\n'),
    createdAtMs: record.createdAtMs,
    fields: { namespace: record.namespace, document: chunk.documentId },
  };
}
