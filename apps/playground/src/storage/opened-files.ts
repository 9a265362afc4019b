import type { RecordedSession } from '../session-file/session-file.ts';

/** A session file that was opened before, without its messages. */
export interface OpenedFile {
  readonly id: string;
  readonly title: string;
}

/**
 * The session files that were opened on this device, so that a reload finds them again. Where
 * IndexedDB is denied they live as long as the page, and nothing here rejects for that reason.
 */
export interface OpenedFiles {
  /** Newest first. */
  list(): Promise<readonly OpenedFile[]>;
  load(id: string): Promise<RecordedSession | undefined>;
  /** Keeps a session under an id of its own; files beyond the newest few are forgotten. */
  keep(id: string, session: RecordedSession): Promise<{ readonly forgotten: readonly string[] }>;
}

/** How many opened files are kept. */
export const FILES_KEPT = 6;

// Persisted names: changing one forgets the opened files.
const DATABASE = 'agent-memory-playground-files';
const STORE = 'files';

interface FileRecord {
  readonly id: string;
  readonly openedAtMs: number;
  readonly session: RecordedSession;
}

export function createOpenedFiles(databaseName = DATABASE): OpenedFiles {
  const inPage = new Map<string, FileRecord>();
  let database: Promise<IDBDatabase | undefined> | undefined;

  async function all(): Promise<readonly FileRecord[]> {
    database ??= openDatabase(databaseName);
    const stored = await transact(await database, 'readonly', (files) => files.getAll());
    const records = new Map((stored ?? []).map((record: FileRecord) => [record.id, record]));
    for (const record of inPage.values()) records.set(record.id, record);
    return [...records.values()].sort((left, right) => right.openedAtMs - left.openedAtMs);
  }

  async function forget(records: readonly FileRecord[]): Promise<void> {
    for (const { id } of records) {
      inPage.delete(id);
      await transact(await database, 'readwrite', (files) => files.delete(id));
    }
  }

  return {
    list: async () => (await all()).map(({ id, session }) => ({ id, title: session.title })),
    load: async (id) => (await all()).find((record) => record.id === id)?.session,
    keep: async (id, session) => {
      const record: FileRecord = { id, openedAtMs: Date.now(), session };
      inPage.set(id, record);
      const surplus = (await all()).slice(FILES_KEPT);
      await transact(await database, 'readwrite', (files) => files.put(record));
      await forget(surplus);
      return { forgotten: surplus.map((file) => file.id) };
    },
  };
}

/** `undefined` where the browser gives no database: the page says so elsewhere. */
function openDatabase(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
      request.onblocked = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

/** Resolves once the transaction is committed; with `undefined` where it could not be. */
function transact<Result>(
  database: IDBDatabase | undefined,
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    if (!database) return resolve(undefined);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}
