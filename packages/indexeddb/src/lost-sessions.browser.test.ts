import { type AgentMemory, createAgentMemory, type MemoryStore } from '@agent-memory/core';
import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { seeConnections } from './testing/see-connections.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  localStorage.clear();
});

test('[STO-7] a session that the browser lost between two pages begins anew, and says what is gone', async () => {
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
  const { databaseName, store, loseConnections } = aPage();
  const memory = aMemory(store);
  await say(memory, 'one', 'two');
  loseConnections();
  await deleteDB(databaseName);
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
  const loseConnections = () => {
    for (const raw of open) {
      raw.onversionchange = null;
      raw.close();
      raw.dispatchEvent(new Event('close'));
    }
  };
  return { databaseName, store, loseConnections };
}

function aDatabaseName(): string {
  const databaseName = `lost-sessions-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
