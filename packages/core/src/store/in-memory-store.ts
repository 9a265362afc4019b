import { secretBytes } from '../ground/crypt/web-crypto.ts';
import {
  InvalidMessageError,
  InvalidOptionError,
  InvalidScratchpadError,
  StoreUnavailableError,
} from '../ground/errors/errors.ts';
import { throwIfAborted } from '../ground/platform/abort.ts';
import { byNewestUpdate } from './by-newest-update.ts';
import type {
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredSession,
} from './memory-store.ts';
import {
  emptySession,
  infoOf,
  type MutableSession,
  storedSessionOf,
  withChange,
} from './mutable-session.ts';
import { structuredCopy } from './structured-copy.ts';

/**
 * A store that lives as long as the page: sessions are gone after a reload. For tests, and the net
 * under a store that may fail.
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
  #secret: Uint8Array | undefined;

  async load(sessionId: string, options?: StoreCallOptions): Promise<StoredSession | undefined> {
    this.#begin(options);
    const session = this.#sessions.get(sessionId);
    return session && structuredCopy(storedSessionOf(session), refuseStored);
  }

  async commit(
    sessionId: string,
    change: SessionChange,
    options?: StoreCallOptions,
  ): Promise<void> {
    this.#begin(options);
    const copy = copyChange(change);
    const session = this.#sessions.get(sessionId) ?? emptySession(sessionId, copy.atMs, copy.user);
    this.#sessions.set(sessionId, withChange(session, copy));
  }

  async list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    this.#begin(options);
    return [...this.#sessions.values()].map(infoOf).sort(byNewestUpdate);
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    this.#begin(options);
    this.#sessions.delete(sessionId);
  }

  async secret(options?: StoreCallOptions): Promise<Uint8Array> {
    this.#begin(options);
    this.#secret ??= secretBytes(32);
    return this.#secret.slice();
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

/**
 * A copy of a change that shares nothing changeable with it.
 *
 * @throws InvalidMessageError, InvalidScratchpadError or InvalidOptionError naming the place of a
 * value that no store can keep.
 */
export function copyChange(change: SessionChange): SessionChange {
  const { entries, scratchpad, ...rest } = change;
  return {
    ...structuredCopy(rest, refuseOther),
    ...(entries && { entries: structuredCopy(entries, refuseEntry) }),
    ...(scratchpad && { scratchpad: structuredCopy(scratchpad, refuseScratchpad) }),
  };
}

function refuseEntry(path: string, kind: string): never {
  throw new InvalidMessageError(`entries${path}`, unstorable(kind));
}

function refuseScratchpad(path: string, kind: string): never {
  throw new InvalidScratchpadError([`\`scratchpad${path}\` ${unstorable(kind)}`]);
}

function refuseOther(path: string, kind: string): never {
  throw new InvalidOptionError(path.slice(1), unstorable(kind));
}

function unstorable(kind: string): string {
  return `holds a ${kind}, which cannot be stored.`;
}
