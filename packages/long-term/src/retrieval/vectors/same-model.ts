import type { EmbeddingModel } from '../embedder.ts';

/** Whether vectors of both may be compared. */
export function isSameModel(a: EmbeddingModel, b: EmbeddingModel): boolean {
  return a.id === b.id && a.version === b.version;
}
