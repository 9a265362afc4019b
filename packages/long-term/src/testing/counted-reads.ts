import type { RecordStore } from '../store/record-store.ts';

/** A store that counts its calls by their names. */
export function countedReads(inner: RecordStore): {
  readonly store: RecordStore;
  readonly reads: Map<string | symbol, number>;
} {
  const reads = new Map<string | symbol, number>();
  const store = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        reads.set(name, (reads.get(name) ?? 0) + 1);
        return value.apply(target, given);
      };
    },
  });
  return { store, reads };
}
