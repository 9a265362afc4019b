import { createAgentMemory, fixedBudget, inMemoryStore } from '@agent-memory/core';
import { inMemoryRecordStore, type RecordStore } from '@agent-memory/long-term';
import { sessionCatalog } from '@agent-memory/sessions';
import { describe, expect, test } from 'vitest';
import { createDocuments } from '../create-documents.ts';
import type { Documents } from '../documents.ts';
import { retrievedDocuments } from '../live/retrieved-documents.ts';

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

describe('a tab that is closed while it removes what a session has shown', () => {
  const closed = {
    eraseShown: async () => {
      throw new Error('closed');
    },
  };

  /** The stores of the page, and whether the session still has the passage. */
  async function aShownDocument() {
    const store = inMemoryRecordStore();
    const talks = inMemoryStore();
    const documents = createDocuments({ store });
    await documents.add({ id: 'it', format: 'text', content: 'The Giraffe leaves at 22:10.' });
    const talk = createAgentMemory({
      id: 'trip',
      budget: fixedBudget(4_000),
      store: talks,
      features: [retrievedDocuments(documents)],
    });
    await talk.append({ role: 'user', content: 'When does the giraffe leave?' });
    await talk.assemble();
    await talk.dispose();
    const isShown = async () => JSON.stringify(await talks.load('trip')).includes('22:10');
    expect(await isShown()).toBe(true);
    return { store, sessions: sessionCatalog(talks), isShown };
  }

  async function leavesNothing({ store, isShown }: Awaited<ReturnType<typeof aShownDocument>>) {
    expect(await isShown()).toBe(false);
    expect((await store.changesSince(0)).puts).toEqual([]);
  }

  test.each([1, 2, 3])(
    '[LTM-8] behind %i commits: the next start takes it out of past contexts',
    async (commits) => {
      const shown = await aShownDocument();
      const { store, sessions, isShown } = shown;
      const tab = createDocuments({ store: stoppedBehind(store, commits), sessions });
      await expect(tab.remove('it')).rejects.toThrow('closed');
      expect(await isShown()).toBe(true);
      await createDocuments({ store, sessions }).ready;
      await leavesNothing(shown);
    },
  );

  test.each([
    ['remove', (next: Documents) => next.remove('it'), false],
    ['removeAll', (next: Documents) => next.removeAll(), 0],
  ])(
    '[LTM-8] behind the chunks: the next `%s` takes it out of past contexts',
    async (_name, call, result) => {
      const shown = await aShownDocument();
      const { store, sessions } = shown;
      const next = createDocuments({ store, sessions });
      await next.ready;
      const tab = createDocuments({ store, sessions: closed });
      await expect(tab.remove('it')).rejects.toThrow('closed');
      expect(await tab.get('it')).toBeUndefined();
      expect(await call(next)).toBe(result);
      await leavesNothing(shown);
    },
  );

  test('[LTM-8] a start without the sessions leaves it to one that has them', async () => {
    const shown = await aShownDocument();
    const { store, sessions, isShown } = shown;
    const tab = createDocuments({ store, sessions: closed });
    await expect(tab.remove('it')).rejects.toThrow('closed');
    await createDocuments({ store }).ready;
    expect(await isShown()).toBe(true);
    await createDocuments({ store, sessions }).ready;
    await leavesNothing(shown);
  });

  test('[LTM-8] sessions that cannot be reached at the start are said, and documents are found', async () => {
    const { store, isShown } = await aShownDocument();
    const tab = createDocuments({ store, sessions: closed });
    await tab.add({ id: 'other', content: 'The ferry leaves at nine.' });
    await expect(tab.remove('it')).rejects.toThrow('closed');
    const next = createDocuments({ store, sessions: closed });
    const sentences: string[] = [];
    next.subscribe((event) => {
      if (event.type === 'degradation-add') sentences.push(event.sentence);
    });
    expect((await next.search({ text: 'ferry' })).hits).toHaveLength(1);
    expect(sentences).toEqual([expect.stringMatching(/past contexts still have.*closed/)]);
    expect(await isShown()).toBe(true);
  });
});
