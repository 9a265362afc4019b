import type { SessionInfo } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import type { Answer } from './answer.ts';
import { exportedSession } from './exported-session.ts';
import type { InspectableMemory } from './inspectable-memory.ts';
import { pageStorage, type StorageFacts, storageFacts } from './storage-facts.ts';

/** A session of the store, with the room that it takes where the store measures that. */
export interface StoredSessionFacts {
  readonly id: string;
  readonly title?: string;
  /** Messages of all branches. */
  readonly entries: number;
  readonly updatedAtMs: number;
  readonly bytes?: number;
}

/** The sessions of a store: the store itself, or what `sessionCatalog` gives. */
export interface InspectableSessions {
  list(): Promise<readonly SessionInfo[]>;
  /** About how many bytes are stored of a session; reads all of it. */
  sizeOf?(sessionId: string): Promise<number>;
}

/** The answer of the browser to the wish that it keeps the storage of this site. */
export interface KeepOutcome {
  readonly isKept: boolean;
  /** Why it could not be asked, in its words. */
  readonly problem?: string;
}

/**
 * Where the session is stored: the figures of the browser, and what a person can do about a trouble.
 * An action that the memory does not know is absent; one that fails rejects with a sentence.
 */
export interface StorageSource {
  /** As much as the browser says of the storage of the memory's origin. */
  readonly origin: () => Answer<StorageFacts>;
  /** Asks the browser to keep the storage when the device runs short of space. */
  readonly keep?: () => Answer<KeepOutcome>;
  /** All that this page holds of the conversation, other branches included, as a session file. */
  readonly exported: () => Promise<Blob>;
  /** Gives the store what this page alone holds; gives how many messages it took. */
  readonly writeBack?: () => Promise<number>;
  /** Reads the session anew out of the store. */
  readonly reload?: () => Promise<void>;
  /** The sessions of the store, newest first. */
  readonly sessions?: () => Promise<readonly StoredSessionFacts[]>;
  /** The same measured, the largest first; reads everything that is stored. */
  readonly measured?: () => Promise<readonly StoredSessionFacts[]>;
}

export function storageSource(
  memory: InspectableMemory,
  sessions: InspectableSessions | undefined,
  nowMs: () => number,
): StorageSource {
  const { writeBack, reload } = memory;
  return {
    origin: () => storageFacts(pageStorage()),
    ...(pageStorage()?.persist && { keep }),
    exported: () => exportedSession(memory, nowMs()),
    ...(writeBack && { writeBack: () => writeBack() }),
    ...(reload && { reload: async () => void (await reload()) }),
    ...(sessions && { sessions: () => sessionFacts(sessions) }),
    ...(sessions?.sizeOf && { measured: () => measuredSessions(sessions) }),
  };
}

/** The part of it that changes nothing, for the past. */
export function readOnly({ origin, exported, sessions }: StorageSource): StorageSource {
  return { origin, exported, ...(sessions && { sessions }) };
}

async function keep(): Promise<KeepOutcome> {
  try {
    return { isKept: (await pageStorage()?.persist?.()) ?? false };
  } catch (error) {
    return { isKept: false, problem: errorText(error) };
  }
}

async function sessionFacts(sessions: InspectableSessions): Promise<readonly StoredSessionFacts[]> {
  const all = await sessions.list();
  return all.map(({ id, title, entries, updatedAtMs }) => ({
    ...{ id, entries, updatedAtMs },
    ...(title === undefined ? {} : { title }),
  }));
}

async function measuredSessions(
  sessions: InspectableSessions,
): Promise<readonly StoredSessionFacts[]> {
  const measured: (StoredSessionFacts & { readonly bytes: number })[] = [];
  // One after another: each reads a whole session.
  for (const facts of await sessionFacts(sessions)) {
    measured.push({ ...facts, bytes: (await sessions.sizeOf?.(facts.id)) ?? 0 });
  }
  return measured.sort((left, right) => right.bytes - left.bytes);
}
