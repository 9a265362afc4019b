import type { AbortSignalLike } from '@agent-memory/core';
import { errorText, orAbort } from '@agent-memory/core/internal';
import type { Gathered } from '../gather.ts';
import type { Reranker } from '../reranker.ts';
import type { CutCandidate, RetrievalHit } from '../retrieval-index.ts';

/** Candidates that a reranker looks at. */
export const RERANKED = 20;

/** The outcome of reranking: another order, or the same one and why. */
export interface Reranked {
  readonly gathered: Gathered;
  readonly degraded: readonly string[];
}

/** Puts the best candidates in the order of a reranker. */
export async function rerank(
  reranker: Reranker,
  question: string,
  gathered: Gathered,
  signal: AbortSignalLike | undefined,
): Promise<Reranked> {
  const { candidates } = gathered;
  if (candidates.length === 0) return { gathered, degraded: [] };
  const documents = candidates.map(({ document }) => document);
  try {
    const asked = reranker.rerank(question, documents, signal === undefined ? {} : { signal });
    const scores = await orAbort(asked, signal);
    if (scores.length !== documents.length || !scores.every(Number.isFinite)) {
      throw new Error('It gave no score for some of the documents.');
    }
    return { gathered: { ...gathered, candidates: ordered(candidates, scores) }, degraded: [] };
  } catch (error) {
    if (signal?.aborted) throw error;
    const sentence = `The reranker failed, and the order of the hits is the index's own: ${errorText(error)}`;
    return { gathered, degraded: [sentence] };
  }
}

/** Names those that the reranker took out of the first `limit`. */
export function nameRerankedAway(
  cut: readonly CutCandidate[],
  before: readonly RetrievalHit[],
  limit: number,
): readonly CutCandidate[] {
  const hadPlace = new Set(before.slice(0, limit).map(({ document }) => document.id));
  return cut.map((candidate) =>
    candidate.rule === 'BELOW_LIMIT' && hadPlace.has(candidate.id)
      ? { ...candidate, rule: 'RERANKED_AWAY' }
      : candidate,
  );
}

function ordered(
  candidates: readonly RetrievalHit[],
  scores: readonly number[],
): readonly RetrievalHit[] {
  return candidates
    .map((hit, at) => ({ hit, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map(({ hit, score }, at) => ({
      ...hit,
      signals: { ...hit.signals, reranker: { score, rank: at + 1, share: 0 } },
    }));
}
