import { deleteDB, openDB, unwrap } from 'idb';
import { type JsonValue, jsonOf, valueOfJson } from './json-of-values.ts';

/** A database as data that JSON can say: what a release left on people's disks. */
export interface DatabaseDump {
  readonly version: number;
  /** By the name of the object store: every key with its value. Keys are kept outside of values. */
  readonly stores: Readonly<Record<string, readonly (readonly [IDBValidKey, JsonValue])[]>>;
  /** By the name of the object store; absent where a database has nothing but plain stores. */
  readonly shapes?: Readonly<Record<string, StoreShape>>;
}

/** An object store that is more than keys and values. */
interface StoreShape {
  readonly autoIncrement: boolean;
  readonly indexes: readonly IndexShape[];
}

interface IndexShape {
  readonly name: string;
  readonly keyPath: string | string[];
  readonly unique: boolean;
  readonly multiEntry: boolean;
}

const PLAIN: StoreShape = { autoIncrement: false, indexes: [] };

/** Everything that stands in a database, read past the code that wrote it. */
export async function dumpDatabase(databaseName: string): Promise<DatabaseDump> {
  const db = await openDB(databaseName);
  const stores: Record<string, readonly (readonly [IDBValidKey, JsonValue])[]> = {};
  const shapes: Record<string, StoreShape> = {};
  for (const name of db.objectStoreNames) {
    const tx = db.transaction(name);
    const shape = shapeOf(unwrap(tx.store));
    if (shape.autoIncrement || shape.indexes.length > 0) shapes[name] = shape;
    const [keys, values] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
    stores[name] = await Promise.all(
      keys.map(async (key, index) => [key, await jsonOf(values[index])] as const),
    );
  }
  const { version } = db;
  db.close();
  return { version, stores, shapes };
}

function shapeOf(store: IDBObjectStore): StoreShape {
  const indexes = [...store.indexNames].map((indexName) => {
    const { name, keyPath, unique, multiEntry } = store.index(indexName);
    return { name, keyPath, unique, multiEntry };
  });
  return { autoIncrement: store.autoIncrement, indexes };
}

/** Makes the database again as it was, past the code that reads it. One of the same name is replaced. */
export async function restoreDatabase(databaseName: string, dump: DatabaseDump): Promise<void> {
  await deleteDB(databaseName);
  const names = Object.keys(dump.stores);
  const db = await openDB(databaseName, dump.version, {
    upgrade: (database) => {
      for (const name of names) {
        const { autoIncrement, indexes } = dump.shapes?.[name] ?? PLAIN;
        const store = database.createObjectStore(name, { autoIncrement });
        for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
      }
    },
  });
  const tx = db.transaction(names, 'readwrite');
  for (const [name, records] of Object.entries(dump.stores)) {
    for (const [key, value] of records) await tx.objectStore(name).add(valueOfJson(value), key);
  }
  await tx.done;
  db.close();
}
