// @ts-check

/** The ways in which other tabs hold a database. */

/** @type {(() => void)[]} */
let ends = [];

/**
 * Begins a transaction over everything in a database, and keeps it alive until it is let go.
 *
 * @param {{ readonly databaseName: string }} where
 */
export async function holdTransaction({ databaseName }) {
  const database = await opened(indexedDB.open(databaseName));
  const stores = [...database.objectStoreNames];
  const [first] = stores;
  if (first === undefined) throw new Error(`The database "${databaseName}" holds nothing.`);
  const transaction = database.transaction(stores, 'readwrite');
  const store = transaction.objectStore(first);
  let isHeld = true;
  /** @type {Promise<void>} */
  const isRunning = new Promise((resolve) => {
    const goOn = () => {
      resolve();
      if (isHeld) store.count().onsuccess = goOn;
    };
    store.count().onsuccess = goOn;
  });
  await isRunning;
  ends.push(() => {
    isHeld = false;
    database.close();
  });
}

/**
 * Puts a database back to an older version with the same content, and keeps it open there, deaf to
 * whoever wants it newer, as a tab of an older release without a handler would.
 *
 * @param {{ readonly databaseName: string, readonly version: number, readonly stores: readonly string[] }} older
 */
export async function holdOlderVersion({ databaseName, version, stores }) {
  const newer = await opened(indexedDB.open(databaseName));
  /** @type {{ store: string, key: IDBValidKey, value: unknown }[]} */
  const records = [];
  for (const store of stores) {
    const source = newer.transaction(store).objectStore(store);
    const [keys, values] = await Promise.all([
      opened(source.getAllKeys()),
      opened(source.getAll()),
    ]);
    for (const [at, key] of keys.entries()) records.push({ store, key, value: values[at] });
  }
  newer.close();
  await opened(indexedDB.deleteDatabase(databaseName));
  const opening = indexedDB.open(databaseName, version);
  opening.onupgradeneeded = () => {
    for (const store of stores) opening.result.createObjectStore(store);
    for (const { store, key, value } of records) {
      opening.transaction?.objectStore(store).put(value, key);
    }
  };
  const older = await opened(opening);
  ends.push(() => older.close());
}

/** Lets go of everything that this page holds. */
export function letGo() {
  for (const end of ends) end();
  ends = [];
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function opened(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
