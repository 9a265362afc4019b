import type { RecordedSession } from '../session-file/session-file.ts';

/** A session file that was opened before, without its messages. */
export interface OpenedFile {
  readonly id: string;
  readonly title: string;
}

/** The outcome of keeping a file. */
export interface Keeping {
  /** True if a reload finds it again; otherwise it lives as long as the page. */
  readonly stored: boolean;
  /** Older files that were let go to make room; none of them is there any more. */
  readonly forgotten: readonly OpenedFile[];
}

/**
 * The session files that were opened on this device, so that a reload finds them again. What
 * IndexedDB does not take lives as long as the page, and nothing here rejects for that reason.
 */
export interface OpenedFiles {
  /** Newest first. */
  list(): Promise<readonly OpenedFile[]>;
  load(id: string): Promise<RecordedSession | undefined>;
  /** Keeps a session under an id of its own; files beyond the newest few are forgotten for it. */
  keep(id: string, session: RecordedSession): Promise<Keeping>;
}

/** How many opened files are kept: this many in the database, this many for the page alone. */
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
  /** The files that could not be stored. */
  const inPage = new Map<string, FileRecord>();
  let opening: Promise<IDBDatabase | undefined> | undefined;
  const database = (): Promise<IDBDatabase | undefined> => {
    opening ??= openDatabase(databaseName);
    return opening;
  };

  async function all(): Promise<readonly FileRecord[]> {
    return newestFirst([...(await readAll(await database())), ...inPage.values()]);
  }

  function keepInPage(record: FileRecord): readonly FileRecord[] {
    const surplus = surplusBeside(record, [...inPage.values()]);
    for (const { id } of surplus) inPage.delete(id);
    inPage.set(record.id, record);
    return surplus;
  }

  return {
    list: async () => (await all()).map(withoutMessages),
    load: async (id) => (await all()).find((record) => record.id === id)?.session,
    keep: async (id, session) => {
      const record: FileRecord = { id, openedAtMs: Date.now(), session };
      const replaced = await putInPlaceOfOldest(await database(), record);
      const forgotten = (replaced ?? keepInPage(record)).map(withoutMessages);
      return { stored: replaced !== undefined, forgotten };
    },
  };
}

function withoutMessages({ id, session }: FileRecord): OpenedFile {
  return { id, title: session.title };
}

function newestFirst(records: readonly FileRecord[]): readonly FileRecord[] {
  return records.toSorted((left, right) => right.openedAtMs - left.openedAtMs);
}

/** The records that have no room beside a new one, which itself is never among them. */
function surplusBeside(record: FileRecord, others: readonly FileRecord[]): readonly FileRecord[] {
  return newestFirst(others.filter(({ id }) => id !== record.id)).slice(FILES_KEPT - 1);
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

/** Every stored record; none where they cannot be read. */
async function readAll(database: IDBDatabase | undefined): Promise<readonly FileRecord[]> {
  let records: readonly FileRecord[] = [];
  await transact(database, 'readonly', (files) => {
    const request: IDBRequest<FileRecord[]> = files.getAll();
    request.onsuccess = () => {
      records = request.result;
    };
  });
  return records;
}

/**
 * Stores a record and deletes the oldest beyond the newest few: both or neither.
 *
 * @returns what was deleted; `undefined` when the record could not be stored.
 */
async function putInPlaceOfOldest(
  database: IDBDatabase | undefined,
  record: FileRecord,
): Promise<readonly FileRecord[] | undefined> {
  let surplus: readonly FileRecord[] = [];
  const isCommitted = await transact(database, 'readwrite', (files) => {
    files.put(record).onsuccess = () => {
      const request: IDBRequest<FileRecord[]> = files.getAll();
      request.onsuccess = () => {
        surplus = surplusBeside(record, request.result);
        for (const { id } of surplus) files.delete(id);
      };
    };
  });
  return isCommitted ? surplus : undefined;
}

/** Runs a transaction and tells whether it was committed; without a database none ever is. */
function transact(
  database: IDBDatabase | undefined,
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (!database) return resolve(false);
    try {
      const transaction = database.transaction(STORE, mode);
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
      work(transaction.objectStore(STORE));
    } catch {
      // The connection was closed, or the record cannot be written: nothing was changed.
      resolve(false);
    }
  });
}
