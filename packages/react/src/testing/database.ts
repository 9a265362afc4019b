import { onTestFinished } from 'vitest';

/** The name of a database that is deleted when the test is over. No other test, in no other file, has it: a store would miss what it held. */
export function aDatabaseName(): string {
  const name = `react-test-${crypto.randomUUID()}`;
  onTestFinished(() => {
    // Connections that are still open close by themselves when they hear of it.
    indexedDB.deleteDatabase(name);
  });
  return name;
}

/** Everything that stands in a database, as one text. */
export async function databaseText(name: string): Promise<string> {
  const database = await answerOf(indexedDB.open(name));
  const stores = [...database.objectStoreNames];
  const tx = database.transaction(stores, 'readonly');
  const contents = await Promise.all(
    stores.map(async (store) => {
      const [keys, values] = await Promise.all([
        answerOf(tx.objectStore(store).getAllKeys()),
        answerOf(tx.objectStore(store).getAll()),
      ]);
      return { store, keys, values };
    }),
  );
  database.close();
  return JSON.stringify(contents);
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
