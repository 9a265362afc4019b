import { isRecord, parsedJson } from '../files/check-file.ts';
import { normalized } from '../vectors/pool.ts';

/** The vectors of an answer, or what stands in their place. */
export type ReadVectors =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'unreadable'; readonly found: string };

/** The vectors in an answer, by the index of their texts and of length 1. */
export function vectorsIn(body: string, count: number): ReadVectors {
  const value = parsedJson(body);
  const data = isRecord(value) ? value.data : undefined;
  if (!Array.isArray(data)) {
    return unreadable(/^\s*</.test(body) ? 'a web page' : 'an answer without a list of vectors');
  }
  if (data.length !== count) return unreadable(`${data.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  data.forEach((entry: unknown, place) => {
    const index = isRecord(entry) && typeof entry.index === 'number' ? entry.index : place;
    if (index in vectors) vectors[index] = vectorOf(entry);
  });
  const whole = vectors.filter((vector) => vector !== undefined);
  const isOneSize = whole.every(({ length }) => length === whole[0]?.length);
  if (whole.length < count || !isOneSize) {
    return unreadable('vectors that are missing, of several lengths, or no numbers');
  }
  return { kind: 'vectors', vectors: whole };
}

function vectorOf(entry: unknown): Float32Array | undefined {
  const values = isRecord(entry) ? entry.embedding : undefined;
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'number')) {
    return undefined;
  }
  return normalized(Float32Array.from(values));
}

function unreadable(found: string): ReadVectors {
  return { kind: 'unreadable', found };
}
