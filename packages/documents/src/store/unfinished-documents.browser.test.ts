import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import type { RecordStore } from '@agent-memory/long-term';
import { deleteDB } from 'idb';
import { expect, test } from 'vitest';
import { createDocuments } from '../create-documents.ts';

const LONG = Array.from({ length: 400 }, (_, at) => `Giraffe ${at}. ${'word '.repeat(60)}`).join(
  '\n\n',
);

/** A store whose commits wait behind the third until the tab is closed. */
function ofTabThatCloses(store: RecordStore) {
  let made = 0;
  let close: (error: Error) => void = () => undefined;
  let arrive: () => void = () => undefined;
  const closed = new Promise<never>((_, reject) => {
    close = reject;
  });
  closed.catch(() => undefined);
  const isHalfway = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const tab = new Proxy(store, {
    get(target, name) {
      if (name === 'commit') {
        return (...args: Parameters<RecordStore['commit']>) => {
          made += 1;
          if (made <= 3) return target.commit(...args);
          arrive();
          return closed;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { tab, isHalfway, close: () => close(new Error('closed')) };
}

test('[LTM-10] what a closed tab has left of a document is gone when the next one opens, and not before', async () => {
  const name = `unfinished-${crypto.randomUUID()}`;
  const { tab, isHalfway, close } = ofTabThatCloses(indexedDbRecordStore({ databaseName: name }));
  const adding = createDocuments({ store: tab }).add({ id: 'it', content: LONG });
  await isHalfway;
  const store = indexedDbRecordStore({ databaseName: name });
  const whileItRuns = createDocuments({ store });
  await whileItRuns.ready;
  expect((await store.changesSince(0)).puts.length).toBeGreaterThan(50);
  close();
  await expect(adding).rejects.toThrow('closed');
  const documents = createDocuments({ store });
  await documents.ready;
  expect((await store.changesSince(0)).puts).toEqual([]);
  await store.close();
  await deleteDB(name);
});
