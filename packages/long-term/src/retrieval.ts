export { createRetrievalIndex } from './retrieval/create-retrieval-index.ts';
export type { Embedder, EmbeddingModel, EmbedOptions } from './retrieval/embedder.ts';
export type { WordNeighbourTable } from './retrieval/neighbours/word-neighbours.ts';
export type { Reranker } from './retrieval/reranker.ts';
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
export type { SegmentStore } from './retrieval/segment-store.ts';
