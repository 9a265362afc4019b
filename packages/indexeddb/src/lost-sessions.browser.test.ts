import { type AgentMemory, createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { seeConnections } from './testing/see-connections.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  localStorage.clear();
});

test('[STO-7] a session that the browser lost between two pages starts over, and says what is gone', async () => {
  const { databaseName, store } = aPage();
  const before = aMemory(store);
  await say(before, 'one', 'two');
  await before.dispose();
  await store.close();
  await deleteDB(databaseName);
  const after = aMemory(aPage(databaseName).store);
  await after.ready;
  const { degraded, error } = after.getState();
  expect(degraded).toMatchObject([{ code: 'STORE_RESET' }]);
  expect(error).toMatchObject({ code: 'STORE_RESET', loss: { entries: 2 }, isHeld: false });
  expect(error?.message).not.toContain('another tab');
  const [entry] = await say(after, 'three');
  expect(entry?.durable).toBe(true);
});

test('[STO-7] a session that the browser loses under its page is stored again by the page', async () => {
  const { databaseName, store, loseDatabase } = aPage();
  const memory = aMemory(store);
  await say(memory, 'one', 'two');
  await loseDatabase();
  await say(memory, 'three');
  await expect.poll(() => memory.getState().store).toMatchObject({ persistent: true, owed: 0 });
  expect(await storedIn(databaseName)).toEqual(['one', 'two', 'three']);
});

test('[STO-7] a session that somebody clears under its page is kept, and written back when asked', async () => {
  const { databaseName, store } = aPage();
  const memory = aMemory(store);
  await say(memory, 'one', 'two');
  await deleteDB(databaseName);
  const [entry] = await say(memory, 'three');
  expect(entry?.durable).toBe(false);
  expect(memory.getState().degraded).toMatchObject([{ code: 'SESSION_CLEARED' }]);
  expect(await storedIn(databaseName)).toBeUndefined();
  await memory.writeBack();
  expect(await storedIn(databaseName)).toEqual(['one', 'two', 'three']);
  expect(memory.getState().degraded).toEqual([]);
});

describe('a page in which nothing happens', () => {
  async function anIdlePage() {
    const page = aPage();
    const memory = aMemory(page.store);
    await say(memory, 'one', 'two');
    return { ...page, memory };
  }

  test('[STO-7] stores again what the browser loses', async () => {
    const { databaseName, memory, loseDatabase } = await anIdlePage();
    await loseDatabase();
    await expect.poll(() => memory.getState().error).toMatchObject({ code: 'STORE_RESET' });
    await expect.poll(() => storedIn(databaseName)).toEqual(['one', 'two']);
  });

  test('[STO-7] says that its session was deleted together with the database', async () => {
    const { databaseName, memory } = await anIdlePage();
    await deleteDB(databaseName);
    await expect
      .poll(() => memory.getState())
      .toMatchObject({
        degraded: [{ code: 'SESSION_CLEARED' }],
        store: { persistent: false, owed: 2 },
      });
    expect(await storedIn(databaseName)).toBeUndefined();
  });

  test('[STO-7] says when it is shown again that somebody emptied the database by hand', async () => {
    const { databaseName, memory } = await anIdlePage();
    const raw = await openDB(databaseName);
    const cleared = raw.transaction([...raw.objectStoreNames], 'readwrite');
    for (const name of raw.objectStoreNames) void cleared.objectStore(name).clear();
    await cleared.done;
    raw.close();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect
      .poll(() => memory.getState().degraded)
      .toMatchObject([{ code: 'SESSION_CLEARED' }]);
  });
});

async function say(memory: AgentMemory, ...ids: readonly string[]) {
  return memory.append(ids.map((id) => ({ id, role: 'user' as const, content: id })));
}

async function storedIn(databaseName: string): Promise<readonly string[] | undefined> {
  const session = await aPage(databaseName).store.load('trip');
  return session?.entries.map(({ id }) => id);
}

function aMemory(store: MemoryStore): AgentMemory {
  const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000, store });
  cleanups.push(() => memory.dispose());
  return memory;
}

/** A page with a store, and a browser that may close its connections without a word before. */
function aPage(databaseName = aDatabaseName()) {
  const open: IDBDatabase[] = [];
  const factory = seeConnections(indexedDB, (raw) => open.push(raw));
  const store = indexedDbStore({ databaseName, getIndexedDb: () => factory });
  cleanups.push(() => store.close());
  const loseDatabase = async () => {
    const lost = open.splice(0);
    for (const raw of lost) {
      raw.onversionchange = null;
      raw.close();
    }
    await deleteDB(databaseName);
    for (const raw of lost) raw.dispatchEvent(new Event('close'));
  };
  return { databaseName, store, loseDatabase };
}

function aDatabaseName(): string {
  const databaseName = `lost-sessions-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
