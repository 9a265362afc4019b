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

const OTHER_VERSION = 2;

/**
 * Gives a database the version of another release, with the same content, and keeps it open.
 *
 * @param {{ readonly databaseName: string }} where
 */
export async function holdOtherVersion({ databaseName }) {
  const database = await opened(indexedDB.open(databaseName, OTHER_VERSION));
  ends.push(() => database.close());
}

/**
 * Releases the database, and sets its version back to the first, with its content.
 *
 * @param {{ readonly databaseName: string }} where
 */
export async function restoreVersion({ databaseName }) {
  const changed = await opened(indexedDB.open(databaseName));
  const stores = await Promise.all(
    [...changed.objectStoreNames].map((name) => copyOf(changed, name)),
  );
  changed.close();
  letGo();
  await opened(indexedDB.deleteDatabase(databaseName));
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement, indexes, records } of stores) {
      const store = opening.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const { name: index, keyPath: path, ...options } of indexes) {
        store.createIndex(index, path, options);
      }
      for (const [key, value] of records) store.put(value, keyPath === null ? key : undefined);
    }
  };
  (await opened(opening)).close();
}

/**
 * @param {IDBDatabase} database
 * @param {string} name of a store
 */
async function copyOf(database, name) {
  const store = database.transaction(name).objectStore(name);
  const { keyPath, autoIncrement } = store;
  const indexes = [...store.indexNames].map((index) => {
    const { name: called, keyPath: path, unique, multiEntry } = store.index(index);
    return { name: called, keyPath: path, unique, multiEntry };
  });
  const [keys, values] = await Promise.all([opened(store.getAllKeys()), opened(store.getAll())]);
  const records = keys.map((key, at) => /** @type {const} */ ([key, values[at]]));
  return { name, keyPath, autoIncrement, indexes, records };
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
