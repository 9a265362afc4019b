import { type Clock, estimateTokens } from '@agent-memory/core';
import { inSlices, type Steps } from '@agent-memory/core/internal';
import { type CallOptions, type RetrievalHit, WRITE_POLICY } from '@agent-memory/long-term';
import { checkOrHold, type IndexedRecords } from '@agent-memory/long-term/internal';
import type {
  Citation,
  CutChunk,
  DocumentChunk,
  DocumentHit,
  DocumentQuery,
  FoundChunks,
  StoredDocument,
} from './documents.ts';
import type { DocumentNames } from './store/document-records.ts';
import type { Shelf } from './store/shelf.ts';

const HITS = 5;
/** More are asked for than wanted: some may be of a version that is being written or cleared away. */
const OVER_FETCH = 3;

/** The means of a search. */
export interface SearchParts {
  readonly shelf: Shelf;
  readonly records: IndexedRecords;
  readonly names: DocumentNames;
  readonly clock: Clock;
}

/** Finds chunks: the index says which and why, the shelf what they say and whether they count. */
export async function searchDocuments(
  { shelf, records, names, clock }: SearchParts,
  { text, limit = HITS, maxTokens = Number.POSITIVE_INFINITY, documentIds }: DocumentQuery,
  { signal }: CallOptions,
): Promise<FoundChunks> {
  const { hits, degraded } = await records.search({
    text,
    limit: limit * OVER_FETCH,
    fields: {
      namespace: [names.chunks],
      ...(documentIds === undefined ? {} : { document: documentIds }),
    },
    nowMs: clock.nowMs(),
    ...(signal === undefined ? {} : { signal }),
  });
  const chunks = await shelf.chunks(
    hits.map(({ document }) => document.id),
    { signal },
  );
  const problems: string[] = [];
  const check = await checkOrHold(() =>
    problems.push('The code that checks texts could not be fetched. No passage is given out.'),
  );
  const { found, cut } = await inSlices(
    givenOut(hits, { chunks, check, limit, maxTokens }),
    signal === undefined ? {} : { signal },
  );
  return { hits: found, cut, degraded: [...degraded, ...problems] };
}

type Check = Awaited<ReturnType<typeof checkOrHold>>;

interface GivingOut {
  readonly chunks: ReadonlyMap<string, readonly [DocumentChunk, StoredDocument]>;
  readonly check: Check;
  readonly limit: number;
  readonly maxTokens: number;
}

/** The hits that may be given out, and those that are held back; each is checked in a step. */
function* givenOut(
  hits: readonly RetrievalHit[],
  { chunks, check, limit, maxTokens }: GivingOut,
): Steps<{ readonly found: readonly DocumentHit[]; readonly cut: readonly CutChunk[] }> {
  const found: DocumentHit[] = [];
  const cut: CutChunk[] = [];
  let tokens = 0;
  for (const hit of hits) {
    const one = chunks.get(hit.document.id);
    if (one === undefined || found.length === limit) continue;
    yield;
    const [chunk, document] = one;
    // Whatever a model would read of a chunk is looked at: its words, and those of its citation [GRD-1].
    const read = [document.title, document.source ?? '', ...chunk.headings, chunk.text];
    const { reasons } = check(read.join('\n\n'), { source: 'external' });
    if (reasons.length > 0) {
      const { id, documentId } = chunk;
      cut.push({ id, documentId, rule: 'HELD', reasons, score: hit.score });
      continue;
    }
    tokens += chunk.tokens || estimateTokens(chunk.text);
    if (tokens > maxTokens) break;
    found.push(hitOf(hit, chunk, document, found.length + 1));
  }
  return { found, cut };
}

function hitOf(
  { score, signals }: RetrievalHit,
  chunk: DocumentChunk,
  { title, source }: StoredDocument,
  rank: number,
): DocumentHit {
  const { confidence } = WRITE_POLICY.sources.external;
  const { id: chunkId, documentId, headings, lines, pages } = chunk;
  const citation: Citation = {
    ...{ documentId, chunkId, title, headings },
    ...(source === undefined ? {} : { source }),
    ...(lines && { lines }),
    ...(pages && { pages }),
  };
  return { chunk, citation, confidence, rank, score, signals };
}
