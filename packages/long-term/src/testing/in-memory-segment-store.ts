import type { SegmentStore } from '../retrieval/retrieval-index.ts';

/**
 * A segment store in memory that several indexes can open one after another, for tests of what
 * survives a reload. `bytes` shows what is stored.
 *
 * @example
 * const segments = inMemorySegmentStore();
 * const index = await createRetrievalIndex({ segments });
 */
export function inMemorySegmentStore(): SegmentStore & {
  bytes(index: string): ReadonlyMap<string, ArrayBuffer>;
} {
  const indexes = new Map<string, Map<string, ArrayBuffer>>();
  const segmentsOf = (index: string) => indexes.get(index) ?? new Map<string, ArrayBuffer>();
  return {
    bytes: segmentsOf,
    async read(index) {
      return new Map([...segmentsOf(index)].map(([name, bytes]) => [name, bytes.slice(0)]));
    },
    async write(index, segments) {
      const next = new Map(segmentsOf(index));
      for (const [name, bytes] of segments) {
        if (bytes === undefined) next.delete(name);
        else next.set(name, bytes.slice(0));
      }
      indexes.set(index, next);
    },
    async close() {
      // The next index opens what this one stored.
    },
  };
}
