import { deleteDB, openDB } from 'idb';
import { type JsonValue, jsonOf, valueOfJson } from './json-of-values.ts';

/** A database as data that JSON can say: what a release left on people's disks. */
export interface DatabaseDump {
  readonly version: number;
  /** By the name of the object store: every key with its value. Keys are kept outside of values. */
  readonly stores: Readonly<Record<string, readonly (readonly [IDBValidKey, JsonValue])[]>>;
}

/** Everything that stands in a database, read past the code that wrote it. */
export async function dumpDatabase(databaseName: string): Promise<DatabaseDump> {
  const db = await openDB(databaseName);
  const stores: Record<string, readonly (readonly [IDBValidKey, JsonValue])[]> = {};
  for (const name of db.objectStoreNames) {
    const tx = db.transaction(name);
    const [keys, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
    stores[name] = await Promise.all(
      keys.map(async (key, index) => [key, await jsonOf(values[index])] as const),
    );
  }
  const { version } = db;
  db.close();
  return { version, stores };
}

/** Makes the database anew as it was, past the code that reads it. One of the same name is replaced. */
export async function restoreDatabase(databaseName: string, dump: DatabaseDump): Promise<void> {
  await deleteDB(databaseName);
  const names = Object.keys(dump.stores);
  const db = await openDB(databaseName, dump.version, {
    upgrade: (database) => {
      for (const name of names) database.createObjectStore(name);
    },
  });
  const tx = db.transaction(names, 'readwrite');
  for (const [name, records] of Object.entries(dump.stores)) {
    for (const [key, value] of records) await tx.objectStore(name).add(valueOfJson(value), key);
  }
  await tx.done;
  db.close();
}
