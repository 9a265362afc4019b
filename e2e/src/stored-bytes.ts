import type { Page } from '@playwright/test';

/** Everything that the page's IndexedDB holds, keys and values, as one text; bytes are read as text too. */
export async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const readable = (_: string, value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      if (value instanceof Map) return [...value];
      return value instanceof Set ? [...value] : value;
    };
    const texts: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const rows = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
        texts.push(JSON.stringify([name, storeName, ...rows], readable));
      }
      database.close();
    }
    return texts.join('\n');
  });
}

/**
 * Waits until what the page has begun to write is on disk: a transaction waits for those that began ahead
 * of it. A reload ends one that is under way.
 */
export async function writesEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const ended = () => {
            database.close();
            resolve();
          };
          const names = [...database.objectStoreNames];
          if (names.length === 0) return ended();
          const last = database.transaction(names, 'readwrite');
          last.objectStore(names[0] ?? '').count();
          last.oncomplete = ended;
        };
      });
    }
  });
}
