import { type Entry, inMemoryStore, type MemoryState, type SessionInfo } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { sessionCatalog } from '@agent-memory/sessions';
import { salvagedEntries } from '@agent-memory/sessions/stored';
import type { Answer, InspectableMemory } from './inspectable-memory.ts';

/** The sessions of a store: the store itself, or what `sessionCatalog` gives. */
export interface InspectableSessions {
  list(): Promise<readonly SessionInfo[]>;
}

/**
 * Where the session is stored: the figures of the browser, and what a person can do about a trouble.
 * An action that the memory does not know is absent; one that fails rejects with a sentence.
 */
export interface StorageSource {
  /** As much as the browser says of the storage of the memory's origin. */
  readonly origin: () => Answer<StorageFacts>;
  /** All that this page holds of the conversation, other branches included, as a session file. */
  readonly exported: () => Promise<Blob>;
  /** Gives the store what this page alone holds; gives how many messages it took. */
  readonly writeBack?: () => Promise<number>;
  /** Reads the session again out of the store. */
  readonly reload?: () => Promise<void>;
  /** The sessions of the store, newest first. */
  readonly sessions?: () => Promise<readonly SessionInfo[]>;
}

export function storageSource(
  memory: InspectableMemory,
  sessions: InspectableSessions | undefined,
  nowMs: () => number,
): StorageSource {
  const { writeBack, reload } = memory;
  return {
    origin: () => storageFacts(pageStorage()),
    exported: () => exportedSession(memory, nowMs()),
    ...(writeBack && { writeBack: () => writeBack() }),
    ...(reload && { reload: async () => void (await reload()) }),
    ...(sessions && { sessions: () => sessions.list() }),
  };
}

/** The part of it that changes nothing, for the past. */
export function readOnly({ origin, exported, sessions }: StorageSource): StorageSource {
  return { origin, exported, ...(sessions && { sessions }) };
}

/**
 * Everything that a memory holds of the conversation, as a session file: of a store that is damaged, full
 * or gone the page may be the only one that has it. Summaries are left out; they are made again.
 */
async function exportedSession(memory: InspectableMemory, atMs: number): Promise<Blob> {
  // Where the older part cannot be read, the state says so, and the rest is worth a file.
  await memory.loadOlder?.().catch(() => undefined);
  const { headId } = memory.getState();
  // Messages that could not be read leave gaps, which no store takes.
  const { entries } = salvagedEntries(allEntries(memory));
  const store = inMemoryStore();
  const isAtEnd = (entries.at(-1)?.id ?? null) === headId;
  await store.commit(memory.id, {
    ...{ atMs, entries },
    ...(!isAtEnd && { head: { value: headId } }),
  });
  const file = await sessionCatalog(store).export(memory.id);
  return new Blob([JSON.stringify(file)], { type: 'application/json' });
}

/** The entries of every branch in the order of appending; without branches those of the conversation. */
function allEntries({ entries, entry, branches }: InspectableMemory): readonly Entry[] {
  const found = new Map(entries().map((one) => [one.id, one]));
  for (const { headId } of branches?.() ?? []) {
    let next: string | null = headId;
    while (next !== null && !found.has(next)) {
      const one = entry(next);
      if (!one) break;
      found.set(one.id, one);
      next = one.parentId;
    }
  }
  return [...found.values()].sort((left, right) => placeOf(left) - placeOf(right));
}

function placeOf({ position, seq }: Entry): number {
  return position ?? seq;
}

/**
 * The store of a session, as its memory tells it. A memory without the code of a store, and an older one,
 * knows less: what it does not tell is absent.
 */
export interface StoreFacts {
  /** The store in use: `IndexedDB`, `memory`. */
  readonly name: string;
  /** Whether what it has outlives the page. */
  readonly persistent: boolean;
  /** Messages that only this page holds, and that are still to be stored. */
  readonly owed?: number;
  /** Whether this tab is the one that works ahead of need for all that have the session open. */
  readonly leads?: boolean;
  /** Messages that are stored and not read yet: a long session is opened newest first. */
  readonly unloaded?: number;
  /** The session is a copy, such as of a file: nobody stores it, and that is no trouble. */
  readonly isCopy?: true;
}

/** The store of a memory's state. */
export function storeFacts(
  { store, unloaded }: MemoryState<unknown> & { readonly unloaded?: number },
  isCopy: boolean,
): StoreFacts {
  return { ...store, ...(unloaded !== undefined && { unloaded }), ...(isCopy && { isCopy }) };
}

/** As much as the browser says of the storage of this origin; what it keeps to itself is absent. */
export interface StorageFacts {
  /** Bytes that everything of the origin takes, as the browser estimates it. */
  readonly usageBytes?: number;
  /** Bytes that it may take at most, as the browser estimates it. */
  readonly quotaBytes?: number;
  /** Whether the browser keeps it when the device runs short of space. */
  readonly isPersisted?: boolean;
  /** Why a figure is missing, in the browser's words. */
  readonly problem?: string;
}

/** The part of `navigator.storage` that is asked; `undefined` where the page has none of it. */
type StorageAnswers = Partial<Pick<StorageManager, 'estimate' | 'persisted'>> | undefined;

/** Missing on pages without https, and where there is no page. */
function pageStorage(): StorageAnswers {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}

/** Asks the browser. A question that it does not know or refuses is left open. */
export async function storageFacts(storage: StorageAnswers): Promise<StorageFacts> {
  const [estimate, persisted] = await Promise.allSettled([
    storage?.estimate?.(),
    storage?.persisted?.(),
  ]);
  const { usage, quota } = answerOf(estimate) ?? {};
  const isPersisted = answerOf(persisted);
  const refusal = [estimate, persisted].find(({ status }) => status === 'rejected');
  return {
    ...(usage === undefined ? {} : { usageBytes: usage }),
    ...(quota === undefined ? {} : { quotaBytes: quota }),
    ...(isPersisted === undefined ? {} : { isPersisted }),
    ...(refusal?.status === 'rejected' ? { problem: errorText(refusal.reason) } : {}),
  };
}

function answerOf<Value>(settled: PromiseSettledResult<Value>): Value | undefined {
  return settled.status === 'fulfilled' ? settled.value : undefined;
}
