import { type Clock, estimateTokens } from '@agent-memory/core';
import { inSlices, type Steps } from '@agent-memory/core/internal';
import { checkOrHold, NOT_FETCHED, type TextCheck } from '../guard/load-check.ts';
import type { IndexKeeper } from '../memory/index-keeper.ts';
import type { LateIndex } from '../memory/late-index.ts';
import { overLosses } from '../memory/late-index.ts';
import type { CallOptions } from '../memory/long-term-memory.ts';
import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { DocumentNames } from '../records/document-namespaces.ts';
import type { RetrievalHit } from '../retrieval/retrieval-index.ts';
import type {
  Citation,
  CutChunk,
  DocumentChunk,
  DocumentHit,
  FoundChunks,
  StoredDocument,
} from './document.ts';
import type { Shelf } from './store/shelf.ts';

/** A search in documents. */
export interface DocumentQuery {
  readonly text: string;
  /** Most hits. Default: 5. */
  readonly limit?: number;
  /** Most tokens of all hits together. Default: no limit. */
  readonly maxTokens?: number;
  /** Only in the documents of these ids. Default: in all. */
  readonly documentIds?: readonly string[];
}

const HITS = 5;
/** More are asked for than wanted: some may be of a version that is being written or cleared away. */
const OVER_FETCH = 3;

/** The means of a search. */
export interface SearchParts {
  readonly shelf: Shelf;
  readonly index: LateIndex;
  readonly keeper: IndexKeeper;
  readonly names: DocumentNames;
  readonly clock: Clock;
}

/** Finds chunks: the index says which and why, the shelf what they say and whether they count. */
export async function searchDocuments(
  { shelf, index, keeper, names, clock }: SearchParts,
  { text, limit = HITS, maxTokens = Number.POSITIVE_INFINITY, documentIds }: DocumentQuery,
  { signal }: CallOptions,
): Promise<FoundChunks> {
  const { hits, degraded } = await overLosses(index, async () => {
    const missing = await keeper.refresh({ signal });
    const answer = await index.search({
      text,
      limit: limit * OVER_FETCH,
      fields: {
        namespace: [names.chunks],
        ...(documentIds === undefined ? {} : { document: documentIds }),
      },
      nowMs: clock.nowMs(),
      ...(signal === undefined ? {} : { signal }),
    });
    return { ...answer, degraded: [...answer.degraded, ...missing] };
  });
  const chunks = await shelf.chunks(
    hits.map(({ document }) => document.id),
    { signal },
  );
  const problems: string[] = [];
  const check = await checkOrHold(() => problems.push(`${NOT_FETCHED} No passage is given out.`));
  const { found, cut } = await inSlices(
    givenOut(hits, { chunks, check, limit, maxTokens }),
    signal === undefined ? {} : { signal },
  );
  return { hits: found, cut, degraded: [...degraded, ...problems] };
}

interface GivingOut {
  readonly chunks: ReadonlyMap<string, readonly [DocumentChunk, StoredDocument]>;
  readonly check: TextCheck;
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
    const reasons = reasonsToHoldBack(check, chunk, document);
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

/** Whatever a model would read of a chunk is looked at: its words, and those of its citation [GRD-1]. */
function reasonsToHoldBack(
  check: TextCheck,
  { text, headings }: DocumentChunk,
  { title, source: origin = '' }: StoredDocument,
): readonly string[] {
  return check([title, origin, ...headings, text].join('\n\n'), { source: 'external' }).reasons;
}

function hitOf(
  { score, signals }: RetrievalHit,
  chunk: DocumentChunk,
  document: StoredDocument,
  rank: number,
): DocumentHit {
  const { confidence } = WRITE_POLICY.sources.external;
  return { chunk, citation: citationOf(chunk, document), confidence, rank, score, signals };
}

function citationOf(
  { id, documentId, headings, lines, pages }: DocumentChunk,
  { title, source }: StoredDocument,
): Citation {
  return {
    documentId,
    chunkId: id,
    title,
    headings,
    ...(source === undefined ? {} : { source }),
    ...(lines && { lines }),
    ...(pages && { pages }),
  };
}
