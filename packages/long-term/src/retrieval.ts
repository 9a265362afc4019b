export { createRetrievalIndex } from './retrieval/create-retrieval-index.ts';
export type { WordNeighbourTable } from './retrieval/neighbours/word-neighbours.ts';
export type {
  CutCandidate,
  CutRule,
  HybridRetrievalIndex,
  RetrievalDocument,
  RetrievalHit,
  RetrievalIndex,
  RetrievalQuery,
  RetrievalResult,
  RetrievalStatus,
  SignalScore,
} from './retrieval/retrieval-index.ts';
export type { RetrievalIndexOptions } from './retrieval/retrieval-options.ts';
