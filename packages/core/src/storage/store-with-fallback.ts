import { StoreWithFallback } from './fallback-store.ts';
import type { MemoryStore } from './memory-store.ts';
import type { OnDegrade } from './on-degrade.ts';

/**
 * A store that goes on in `fallback` when `primary` fails, and returns to it when it works again.
 * This is the one place where storage degrades [STO-2].
 *
 * - Degrades on `StoreUnavailableError` and `QuotaExceededStoreError`. Every other error is passed
 *   on, `StoreConflictError` and `StoreCorruptError` above all.
 * - While degraded, the fallback holds the whole session, and each commit first tries to bring the
 *   primary up to date; once that works, the session lives in the primary again. Nothing that was
 *   acknowledged is lost while the page lives. What the primary still lacks when the page goes is
 *   lost with it, which is what `persistent: false` says meanwhile.
 * - `onDegrade` is told once per trouble: again only when the code of the error changes, or after
 *   the primary had recovered.
 * - `name` and `persistent` are those of the store in use.
 * - `delete` removes from both stores, and rejects when the primary could not.
 * - `close` brings the primary up to date where it can, then closes both.
 *
 * Load a session before committing to it, as a memory does: a session that the wrapper has never
 * seen whole can only go on in the fallback while the primary can still be read.
 *
 * @example
 * const kept = storeWithFallback(store, inMemoryStore(), (error, phase) => {
 *   console.warn(`While at ${phase}: ${error.message}`);
 * });
 * createAgentMemory({ id: 'support', contextWindow: 128_000, store: kept });
 *
 * @param fallback expected to begin empty and not to fail, as `inMemoryStore()` does.
 */
export function storeWithFallback(
  primary: MemoryStore,
  fallback: MemoryStore,
  onDegrade: OnDegrade,
): MemoryStore {
  return new StoreWithFallback(primary, fallback, onDegrade);
}
