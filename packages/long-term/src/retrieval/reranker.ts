import type { AbortSignalLike } from '@agent-memory/core';
import type { RetrievalDocument } from './retrieval-index.ts';

/**
 * Port: a second look at the best candidates, after fusion [RET-8]. A cross-encoder is the usual one.
 *
 * An implementer owes one number a document, in their order: the higher, the better it fits. A failure
 * rejects the call; the search then keeps its own order and says so.
 */
export interface Reranker {
  rerank(
    question: string,
    documents: readonly RetrievalDocument[],
    options: { readonly signal?: AbortSignalLike },
  ): Promise<readonly number[]>;
}
