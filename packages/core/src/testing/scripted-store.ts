import type { MemoryStore } from '../store/memory-store.ts';
import { passedOnEntries } from './passed-on-entries.ts';

/** The calls of a store that can be made to fail. */
export type StoreMethod = 'load' | 'loadEntries' | 'commit' | 'list' | 'delete' | 'close';

/** A store that fails as scripted, works through `inner` otherwise, and records its calls. */
export interface ScriptedStore extends MemoryStore {
  /** Methods in the order they were called, failed calls included. */
  readonly calls: readonly StoreMethod[];
  /** The next call of this method rejects; it never reaches `inner`. */
  failNext(method: StoreMethod, error: Error): void;
  /** The next call of this method reaches `inner`, and rejects all the same: its answer was lost. */
  failNextAfterwards(method: StoreMethod, error: Error): void;
  /** Every call of these methods rejects until `heal`. */
  failAll(methods: readonly StoreMethod[], error: Error): void;
  heal(): void;
}

/**
 * A store that notes its calls and fails where it is told to.
 *
 * @example
 * const scripted = aScriptedStore(inMemoryStore());
 * scripted.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
 * await expect(scripted.commit('support', aChange())).rejects.toThrow('disk');
 *
 * @param inner where calls go that are not scripted to fail.
 */
export function aScriptedStore(inner: MemoryStore): ScriptedStore {
  const calls: StoreMethod[] = [];
  const { loadEntries } = passedOnEntries(inner);
  const once = new Map<StoreMethod, { readonly error: Error; readonly afterwards: boolean }>();
  const lasting = new Map<StoreMethod, Error>();

  async function call<T>(method: StoreMethod, work: () => Promise<T>): Promise<T> {
    calls.push(method);
    const next = once.get(method);
    once.delete(method);
    if (next?.afterwards) await work();
    const error = next?.error ?? lasting.get(method);
    if (error) throw error;
    return work();
  }

  return {
    name: inner.name,
    persistent: inner.persistent,
    calls,
    load: (id, options) => call('load', () => inner.load(id, options)),
    commit: (id, change, options) => call('commit', () => inner.commit(id, change, options)),
    list: (options) => call('list', () => inner.list(options)),
    delete: (id, options) => call('delete', () => inner.delete(id, options)),
    close: () => call('close', () => inner.close()),
    ...(inner.lossOf && { lossOf: (id: string) => inner.lossOf?.(id) }),
    loadEntries: loadEntries && ((...given) => call('loadEntries', () => loadEntries(...given))),
    failNext: (method, error) => void once.set(method, { error, afterwards: false }),
    failNextAfterwards: (method, error) => void once.set(method, { error, afterwards: true }),
    failAll(methods, error) {
      for (const method of methods) lasting.set(method, error);
    },
    heal() {
      once.clear();
      lasting.clear();
    },
  };
}
