import { type Clock, estimateTokens, systemClock } from '@agent-memory/core';
import type { KnownNames } from '@agent-memory/core/internal';
import { type LateIndex, lateIndex } from '../memory/late-index.ts';
import { packageIndex, packageIndexInPage } from '../memory/package-index.ts';
import type { SourceSessions } from '../memory/source-sessions.ts';
import { checkFunction, checkWhole, fieldsOf, invalid } from '../platform/check-argument.ts';
import { checkPort } from '../platform/check-port.ts';
import { type NamespaceOptions, namespacesOf } from '../policy/namespaces.ts';
import { type DocumentNames, documentNames } from '../records/document-namespaces.ts';
import {
  checkRetrievalOptions,
  type RetrievalIndexOptions,
} from '../retrieval/retrieval-options.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { RecordStore } from '../store/record-store.ts';
import type { ChunkSize } from './chunk/chunk-document.ts';
import { type CheckedLimits, checkedLimits, type DocumentLimits } from './limits.ts';
import type { PdfReader } from './read/pdf-reader.ts';

/** How documents are kept and found; every field may be left out. */
export interface DocumentsOptions extends Pick<NamespaceOptions, 'user' | 'namespace'> {
  /** Where documents live; the store of a long-term memory may be given. Default: in memory, gone with the page. */
  readonly store?: RecordStore;
  /**
   * How chunks are found, in an index of their own: the options of `createRetrievalIndex`. Its default
   * `name` is `documents`; a memory's index needs another one.
   */
  readonly retrieval?: RetrievalIndexOptions;
  /** Reads PDFs: `pdfReader()` of `@agent-memory/long-term/documents/pdf`. Default: PDFs are refused. */
  readonly pdf?: PdfReader;
  /** The size of chunks in tokens, from 64. Default: 256. */
  readonly chunkTokens?: number;
  /** Tokens of the chunk before that a chunk begins with, up to half of its size. Default: 32. */
  readonly overlapTokens?: number;
  /** Tokens of a text. Default: core's estimate. */
  readonly count?: (text: string) => number;
  readonly limits?: DocumentLimits;
  /**
   * Sessions whose past contexts forget the chunks of a document that is removed: `sessionCatalog(store)` of
   * core. Default: past contexts stay as they were.
   */
  readonly sessions?: Pick<SourceSessions, 'eraseShown'>;
  readonly clock?: Clock;
}

const OPTIONS = {
  user: true,
  namespace: true,
  store: true,
  retrieval: true,
  pdf: true,
  chunkTokens: true,
  overlapTokens: true,
  count: true,
  limits: true,
  sessions: true,
  clock: true,
} as const satisfies KnownNames<DocumentsOptions>;

/** PERSISTED: the name of the index where its options give none. */
const INDEX = 'documents';
const LEAST_TOKENS = 64;

/** Options with their defaults in place. */
export interface DocumentSettings {
  readonly names: DocumentNames;
  readonly store: RecordStore;
  readonly index: LateIndex;
  readonly indexName: string | undefined;
  readonly pdf: PdfReader | undefined;
  readonly size: ChunkSize;
  readonly limits: CheckedLimits;
  readonly sessions: Pick<SourceSessions, 'eraseShown'> | undefined;
  readonly clock: Clock;
}

/** @throws InvalidOptionError if an option is not known or makes no sense. */
export function readDocumentsOptions(options: DocumentsOptions): DocumentSettings {
  fieldsOf(options, OPTIONS, 'createDocuments');
  const { user, namespace, clock = systemClock, count = estimateTokens } = options;
  checkFunction(count, 'count');
  const { retrieval: given = {} } = options;
  checkRetrievalOptions(given, 'createDocuments.retrieval');
  const retrieval = { name: INDEX, ...given };
  checkPort('store', options.store, 'revision', 'commit', 'byIds', 'page', 'changesSince');
  checkPort('pdf', options.pdf, 'read');
  checkPort('sessions', options.sessions, 'eraseShown');
  checkPort('clock', options.clock, 'nowMs');
  const owner = namespacesOf({
    ...(user === undefined ? {} : { user }),
    ...(namespace === undefined ? {} : { namespace }),
  }).shared;
  return {
    names: documentNames(owner),
    store: options.store ?? inMemoryRecordStore(),
    index: lateIndex(
      () => packageIndex(retrieval),
      (problem) => packageIndexInPage(retrieval, problem),
    ),
    indexName: retrieval.segments ? retrieval.name : undefined,
    pdf: options.pdf,
    size: { ...sizeOf(options), count },
    limits: checkedLimits(options.limits),
    sessions: options.sessions,
    clock,
  };
}

function sizeOf({ chunkTokens = 256, overlapTokens = 32 }: DocumentsOptions) {
  checkWhole(chunkTokens, 'chunkTokens', LEAST_TOKENS);
  const isOverlap = Number.isInteger(overlapTokens) && overlapTokens >= 0;
  if (!isOverlap || overlapTokens * 2 > chunkTokens) {
    const problem = 'must be a whole number from 0 to half of `chunkTokens`';
    throw invalid('overlapTokens', problem, overlapTokens);
  }
  return { maxTokens: chunkTokens, overlapTokens };
}
