import { StoreUnavailableError } from '../errors/errors.ts';
import { StoreCorruptError } from '../errors/store-errors.ts';
import { throwIfAborted } from '../platform/abort.ts';
import type { Entry } from '../transcript/entry.ts';
import { byNewestUpdate } from './by-newest-update.ts';
import { copyChange } from './copy-change.ts';
import type {
  EntryPlaces,
  LoadOptions,
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredSession,
} from './memory-store.ts';
import {
  applyToMutableSession,
  emptySession,
  infoOf,
  type MutableSession,
  storedSessionOf,
} from './mutable-session.ts';
import { newestPart } from './newest-part.ts';
import { structuredCopy } from './structured-copy.ts';

/**
 * A store that lives as long as the page: sessions are gone after a reload. For tests, and the net
 * under a store that may fail (`storeWithFallback`).
 *
 * Values are copied on their way in and out rather than frozen: freezing would reach into objects
 * that belong to the caller, and a frozen `Map` can still be changed. A commit costs what its
 * change costs, whatever the length of the session.
 *
 * Refuses what IndexedDB would refuse (functions, symbols), so that a program that works with this
 * store works with that one.
 *
 * @example
 * const store = inMemoryStore();
 * createAgentMemory({ id: 'support', contextWindow: 128_000, store });
 * createAgentMemory({ id: 'travel', contextWindow: 128_000, store });
 */
export function inMemoryStore(): MemoryStore {
  return new InMemoryStore();
}

class InMemoryStore implements MemoryStore {
  readonly name = 'memory';
  readonly persistent = false;
  readonly #sessions = new Map<string, MutableSession>();
  #isClosed = false;

  async load(sessionId: string, options?: LoadOptions): Promise<StoredSession | undefined> {
    this.#begin(options);
    const session = this.#sessions.get(sessionId);
    if (!session) return undefined;
    const { newest } = options ?? {};
    const stored = storedSessionOf(session);
    return structuredCopy(newest ? newestPart(stored, newest) : stored, refuseStored);
  }

  async loadEntries(
    sessionId: string,
    { from, to }: EntryPlaces,
    options?: StoreCallOptions,
  ): Promise<readonly Entry[]> {
    this.#begin(options);
    const entries = this.#sessions.get(sessionId)?.entries.slice(from, to) ?? [];
    if (entries.length === to - from) return structuredCopy(entries, refuseStored);
    const problem = `the message at position ${from + entries.length} is not there.`;
    throw new StoreCorruptError(sessionId, problem);
  }

  async commit(
    sessionId: string,
    change: SessionChange,
    options?: StoreCallOptions,
  ): Promise<void> {
    this.#begin(options);
    const copy = copyChange(change);
    const session = this.#sessions.get(sessionId) ?? emptySession(sessionId, copy.atMs);
    applyToMutableSession(session, copy);
    this.#sessions.set(sessionId, session);
  }

  async list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    this.#begin(options);
    return [...this.#sessions.values()].map(infoOf).sort(byNewestUpdate);
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    this.#begin(options);
    this.#sessions.delete(sessionId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#sessions.clear();
  }

  #begin(options: StoreCallOptions | undefined): void {
    if (this.#isClosed) {
      throw new StoreUnavailableError('This store was closed; nothing was done. Make a new one.');
    }
    throwIfAborted(options?.signal);
  }
}

/** Stored values were copied once already, so they can be copied again. */
function refuseStored(path: string, kind: string): never {
  throw new TypeError(`A stored value holds a ${kind} at ${path}.`);
}
