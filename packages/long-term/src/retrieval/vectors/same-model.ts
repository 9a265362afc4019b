// A file of its own: the shell of an index needs it without the vectors themselves.
import type { EmbeddingModel } from '../retrieval-index.ts';

/** Whether vectors of both may be compared. */
export function isSameModel(a: EmbeddingModel, b: EmbeddingModel): boolean {
  return a.id === b.id && a.version === b.version;
}
