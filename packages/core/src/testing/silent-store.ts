import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';

/** A store that gives no answer while it is told to be silent, as a hung transaction does. */
export interface SilentStore extends MemoryStore {
  /** Calls from now on get no answer, and have no effect, until `speak`. */
  fallSilent(): void;
  /** Calls get answers again, those that wait as well. */
  speak(): void;
}

/** Makes a store that can fall silent over `inner`. It outlives the page, as a disk does. */
export function aSilentStore(inner: MemoryStore = inMemoryStore()): SilentStore {
  let speak = (): void => undefined;
  let gate: Promise<void> | undefined;
  async function answer<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (gate !== undefined) await gate;
    return work();
  }
  return {
    name: 'disk',
    persistent: true,
    load: (id) => answer(() => inner.load(id)),
    commit: (id, change) => answer(() => inner.commit(id, change)),
    list: () => answer(() => inner.list()),
    delete: (id) => answer(() => inner.delete(id)),
    close: () => inner.close(),
    fallSilent() {
      gate ??= new Promise((resolve) => {
        speak = resolve;
      });
    },
    speak() {
      speak();
      gate = undefined;
    },
  };
}
