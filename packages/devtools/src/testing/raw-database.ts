/** Changes a record behind the back of the store that owns the database. */
export async function writeRaw(
  databaseName: string,
  storeName: string,
  change: (records: IDBObjectStore) => void,
): Promise<void> {
  const database = await openRaw(databaseName);
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(storeName, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    change(transaction.objectStore(storeName));
  });
  database.close();
}

/** Takes a database away that nobody has open. */
export function deleteRaw(databaseName: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

function openRaw(databaseName: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
