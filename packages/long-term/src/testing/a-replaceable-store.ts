import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { RecordStore } from '../store/record-store.ts';

/** A store whose data can be deleted under its users, as somebody does who clears the data of a site. */
export function aReplaceableStore(): {
  readonly store: RecordStore;
  /** The store behind it. */
  current(): RecordStore;
  beginAnew(): void;
} {
  let now = inMemoryRecordStore();
  const store = new Proxy(now, {
    get(_, name) {
      const own: unknown = Reflect.get(now, name);
      return typeof own === 'function' ? own.bind(now) : own;
    },
  });
  return {
    store,
    current: () => now,
    beginAnew() {
      now = inMemoryRecordStore();
    },
  };
}
