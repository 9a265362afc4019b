import type { Embedder, EmbeddingModel, EmbedOptions } from '../retrieval/retrieval-index.ts';

/** The calls of the embedder, in order. */
export interface EmbedCall extends Pick<EmbedOptions, 'purpose'> {
  readonly texts: readonly string[];
}

/**
 * An embedder without a model, for tests: words of one concept point the same way, every other word
 * its own. `calls` says what it was asked.
 *
 * @example
 * const embedder = conceptEmbedder([['ship', 'boat'], ['car', 'vehicle']]);
 */
export function conceptEmbedder(
  concepts: readonly (readonly string[])[],
  { dimension = 32, id = 'concepts', version = '1' } = {},
): Embedder & { readonly calls: EmbedCall[]; readonly model: EmbeddingModel } {
  const conceptOf = new Map(concepts.flatMap((words) => words.map((word) => [word, words[0]])));
  const calls: EmbedCall[] = [];
  const vectorOf = (text: string) => {
    const vector = new Float32Array(dimension);
    vector[0] = 0.01;
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      const axis = axisOf(conceptOf.get(word) ?? word, dimension);
      vector[axis] = (vector[axis] ?? 0) + 1;
    }
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  return {
    model: { id, version },
    calls,
    async embed(texts, { purpose }) {
      calls.push({ texts, purpose });
      return texts.map(vectorOf);
    },
  };
}

function axisOf(word: string, dimension: number): number {
  let hash = 7;
  for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % dimension;
}
