import {
  type AbortSignalLike,
  type MemoryStore,
  type SessionChange,
  type StoredSession,
  StoreUnavailableError,
} from '@agent-memory/core';
import { wholeSessions } from '@agent-memory/core/internal';
import { UnknownSessionError } from '../session-errors.ts';
import { type Erasure, erasedSession } from './erased-session.ts';

interface EraseCall {
  readonly atMs: number;
  readonly signal?: AbortSignalLike;
}

/** Times in a row that another tab may append meanwhile. */
const MOST_TRIES = 10;

/** Rewrites the session without those messages, then looks whether the store did it. */
export async function eraseEntries(
  store: MemoryStore,
  sessionId: string,
  erasure: Erasure,
  { atMs, ...call }: EraseCall,
): Promise<readonly string[]> {
  for (let tries = 1; ; tries += 1) {
    const stored = await store.load(sessionId, call);
    if (!stored) throw new UnknownSessionError(sessionId);
    const change = erasedSession(stored, erasure, atMs);
    try {
      await store.commit(sessionId, change, call);
    } catch (error) {
      if (!wholeSessions.isConflict(error) || tries === MOST_TRIES) throw error;
      if (await isAsBefore(store, stored)) throw cannotErase(store, sessionId);
      continue;
    }
    await checkErased(store, sessionId, change);
    const named = new Set(erasure.entryIds);
    return stored.entries.map(({ id }) => id).filter((id) => named.has(id));
  }
}

/** A store of another make may not know of `replaces`, and would acknowledge without having done it. */
async function checkErased(
  store: MemoryStore,
  sessionId: string,
  { entries = [] }: SessionChange,
): Promise<void> {
  const after = await store.load(sessionId);
  const isErased = entries.every(
    ({ id, message }, index) =>
      after?.entries[index]?.id === id &&
      JSON.stringify(after.entries[index]?.message) === JSON.stringify(message),
  );
  if (!isErased) throw cannotErase(store, sessionId);
}

/** A store that does not know of `replaces` may take the same ids with other words for another tab's. */
async function isAsBefore(store: MemoryStore, { info, entries }: StoredSession): Promise<boolean> {
  const now = await store.load(info.id);
  const isSameEnd = now?.entries.at(-1)?.id === entries.at(-1)?.id;
  return isSameEnd && now?.entries.length === entries.length;
}

function cannotErase(store: MemoryStore, sessionId: string): StoreUnavailableError {
  return new StoreUnavailableError(
    `The store "${store.name}" cannot erase messages: it does not carry out \`replaces\`. ` +
      `The messages of session "${sessionId}" are still there; delete the session, or use another store.`,
  );
}
