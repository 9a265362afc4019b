// @ts-check

/** @typedef {{ readonly store: string, readonly key: IDBValidKey, readonly value: unknown }} Row */

/**
 * Everything that a database holds.
 *
 * @param {string} name
 * @returns {Promise<readonly Row[]>}
 */
export async function rowsOf(name) {
  const database = await answer(indexedDB.open(name));
  try {
    /** @type {Row[]} */
    const rows = [];
    for (const store of database.objectStoreNames) {
      const stored = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([
        answer(stored.getAllKeys()),
        answer(stored.getAll()),
      ]);
      rows.push(...keys.map((key, index) => ({ store, key, value: values[index] })));
    }
    return rows;
  } finally {
    database.close();
  }
}

/**
 * Has a database hold these rows and nothing else.
 *
 * @param {string} name
 * @param {readonly Row[]} rows
 */
export async function holdRows(name, rows) {
  const database = await answer(indexedDB.open(name));
  try {
    const names = [...database.objectStoreNames];
    const tx = database.transaction(names, 'readwrite');
    const done = new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error);
    });
    for (const store of names) tx.objectStore(store).clear();
    for (const { store, key, value } of rows) {
      const stored = tx.objectStore(store);
      stored.put(value, key);
    }
    await done;
  } finally {
    database.close();
  }
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
