import type { AbortSignalLike } from '@agent-memory/core';

/** The model behind a vector: vectors of different models or versions are never compared [RET-7]. */
export interface EmbeddingModel {
  readonly id: string;
  /** Changes with the weights, the pooling and the prefixes. */
  readonly version: string;
}

/** How a batch of texts is embedded. */
export interface EmbedOptions {
  /** Some models put another prefix before a query than before a passage. */
  readonly purpose: 'query' | 'passage';
  /** The work ends with its reason; texts that were not begun are not embedded. */
  readonly signal?: AbortSignalLike;
}

/**
 * Port: makes vectors of texts whose cosine says how alike their meaning is.
 *
 * An implementer owes:
 * - One vector a text, in their order, all of one dimension and of length 1.
 * - A query waits for one text of a passage backlog at most.
 * - A failure rejects the call and leaves the embedder usable for the next one.
 * - An empty list gives an empty list; an empty text gives a vector.
 *
 * @example
 * // A pipeline of transformers.js:
 * const extract = await pipeline('feature-extraction', 'Xenova/all-MiniLM-L6-v2');
 * const toVectors = async (texts: readonly string[]) =>
 *   (await extract([...texts], { pooling: 'mean', normalize: true })).tolist();
 * const byPipeline: Embedder = {
 *   model: { id: 'Xenova/all-MiniLM-L6-v2', version: 'mean' },
 *   embed: async (texts) => (await toVectors(texts)).map((values) => Float32Array.from(values)),
 * };
 */
export interface Embedder {
  /**
   * The model of its vectors. `undefined` until the first `embed` has succeeded, where the version is
   * made of weights that are loaded late: read it with the vectors, not ahead of them.
   */
  readonly model: EmbeddingModel | undefined;
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Frees what it holds; later calls reject. */
  dispose?(): void;
}
