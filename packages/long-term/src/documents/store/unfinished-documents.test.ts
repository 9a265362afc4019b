import { describe, expect, test } from 'vitest';
import { inMemoryRecordStore } from '../../store/in-memory-record-store.ts';
import type { RecordStore } from '../../store/record-store.ts';
import { createDocuments } from '../create-documents.ts';

const LONG = Array.from({ length: 400 }, (_, at) => `Giraffe ${at}. ${'word '.repeat(60)}`).join(
  '\n\n',
);
const MINUTES_6 = 6 * 60_000;

/** A store whose commits do something first, with the number of the commit. */
function aheadOfCommits(
  store: RecordStore,
  ahead: (made: number) => Promise<unknown>,
): RecordStore {
  let made = 0;
  return new Proxy(store, {
    get(target, name) {
      if (name === 'commit') {
        return async (...args: Parameters<RecordStore['commit']>) => {
          made += 1;
          await ahead(made);
          return target.commit(...args);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A store as a tab sees it that is closed behind some commits. */
function stoppedBehind(store: RecordStore, commits: number): RecordStore {
  return aheadOfCommits(store, async (made) => {
    if (made > commits) throw new Error('closed');
  });
}

async function left(store: RecordStore): Promise<number> {
  return (await store.changesSince(0)).puts.filter(({ text }) => text.includes('Giraffe')).length;
}

describe.each([1, 2, 3, 4])('a tab that is closed behind %i commits of an adding', (commits) => {
  async function closedTab() {
    const store = inMemoryRecordStore();
    const tab = createDocuments({ store: stoppedBehind(store, commits) });
    await expect(tab.add({ id: 'it', content: LONG })).rejects.toThrow('closed');
    return store;
  }

  test('[LTM-10] leaves nothing behind `remove`', async () => {
    const store = await closedTab();
    const documents = createDocuments({ store });
    expect(await documents.remove('it')).toBe(false);
    expect(await left(store)).toBe(0);
    expect((await store.changesSince(0)).puts).toEqual([]);
  });

  test('[LTM-10] leaves nothing behind `removeAll`', async () => {
    const store = await closedTab();
    expect(await createDocuments({ store }).removeAll()).toBe(0);
    expect((await store.changesSince(0)).puts).toEqual([]);
  });

  test('[LTM-10] leaves nothing behind the next adding, minutes later', async () => {
    const store = await closedTab();
    let nowMs = Date.now();
    const documents = createDocuments({ store, clock: { nowMs: () => nowMs } });
    await documents.ready;
    nowMs += MINUTES_6;
    expect((await documents.add({ id: 'it', content: 'Small.' })).kind).toBe('added');
    expect(await left(store)).toBe(0);
    expect((await documents.read('it'))?.chunks.map(({ text }) => text)).toEqual(['Small.']);
  });
});

test('[LTM-10] an adding that is removed meanwhile is refused, and leaves nothing', async () => {
  const store = inMemoryRecordStore();
  const other = createDocuments({ store });
  const slow = aheadOfCommits(store, async (made) => {
    if (made === 3) await other.remove('it');
  });
  const outcome = await createDocuments({ store: slow }).add({ id: 'it', content: LONG });
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { rule: 'OVERTAKEN' } });
  expect((await store.changesSince(0)).puts).toEqual([]);
});
