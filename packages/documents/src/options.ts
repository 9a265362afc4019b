import { type Clock, estimateTokens, systemClock } from '@agent-memory/core';
import {
  inMemoryRecordStore,
  type NamespaceOptions,
  type RecordStore,
  type SourceSessions,
} from '@agent-memory/long-term';
import { check, namedIndex, namespacesOf } from '@agent-memory/long-term/internal';
import type { RetrievalIndexOptions } from '@agent-memory/long-term/retrieval';
import type { ChunkSize } from './chunk/chunk-document.ts';
import { type CheckedLimits, checkedLimits, type DocumentLimits } from './limits.ts';
import type { PdfReader } from './read/pdf-reader.ts';
import { type DocumentNames, documentNames } from './store/document-records.ts';

/** How documents are kept and found; every field may be left out. */
export interface DocumentsOptions extends Pick<NamespaceOptions, 'user' | 'namespace'> {
  /** Where documents live; the store of a long-term memory may be given. Default: in memory, gone with the page. */
  readonly store?: RecordStore;
  /**
   * How chunks are found, in an index of their own: the options of `createRetrievalIndex`. Its default
   * `name` is `documents`; a memory's index needs another one.
   */
  readonly retrieval?: RetrievalIndexOptions;
  /** Reads PDFs: `pdfReader()` of `@agent-memory/documents/pdf`. Default: PDFs are refused. */
  readonly pdf?: PdfReader;
  /** The size of chunks in tokens, from 64. Default: 256. */
  readonly chunkTokens?: number;
  /** Tokens of the chunk before that a chunk begins with, up to half of its size. Default: 32. */
  readonly overlapTokens?: number;
  readonly limits?: DocumentLimits;
  /**
   * Sessions whose past contexts forget the chunks of a document that is removed: `sessionCatalog(store)` of
   * `@agent-memory/sessions`. Default: past contexts stay as they were.
   */
  readonly sessions?: Pick<SourceSessions, 'eraseShown'>;
  readonly clock?: Clock;
}

const INDEX = 'documents';
const LEAST_TOKENS = 64;

const OPTIONS: check.Checks<DocumentsOptions> = {
  user: check.anything,
  namespace: check.anything,
  store: check.having('revision', 'commit', 'byIds', 'page', 'changesSince'),
  retrieval: check.checkThat(
    'must be an object',
    (given) => typeof given === 'object' && given !== null,
  ),
  pdf: check.having('read'),
  chunkTokens: check.whole(LEAST_TOKENS),
  overlapTokens: check.whole(0),
  limits: check.anything,
  sessions: check.having('eraseShown'),
  clock: check.having('nowMs'),
};

/** Options with their defaults in place. */
export interface DocumentSettings {
  readonly names: DocumentNames;
  readonly store: RecordStore;
  readonly index: ReturnType<typeof namedIndex>;
  readonly pdf: PdfReader | undefined;
  readonly size: ChunkSize;
  readonly limits: CheckedLimits;
  readonly sessions: Pick<SourceSessions, 'eraseShown'> | undefined;
  readonly clock: Clock;
}

/** @throws InvalidOptionError if an option is not known or makes no sense. */
export function readDocumentsOptions(options: DocumentsOptions): DocumentSettings {
  check.checkFields(options, OPTIONS, 'createDocuments');
  const { user, namespace, chunkTokens = 256, overlapTokens = 32 } = options;
  if (overlapTokens * 2 > chunkTokens) {
    const problem = 'must be a whole number from 0 to half of `chunkTokens`';
    throw check.invalid('overlapTokens', problem, overlapTokens);
  }
  const owner = namespacesOf({
    ...(user === undefined ? {} : { user }),
    ...(namespace === undefined ? {} : { namespace }),
  }).shared;
  return {
    names: documentNames(owner),
    store: options.store ?? inMemoryRecordStore(),
    index: namedIndex({ name: INDEX, ...options.retrieval }, 'createDocuments.retrieval'),
    pdf: options.pdf,
    size: { maxTokens: chunkTokens, overlapTokens, count: estimateTokens },
    limits: checkedLimits(options.limits),
    sessions: options.sessions,
    clock: options.clock ?? systemClock,
  };
}
