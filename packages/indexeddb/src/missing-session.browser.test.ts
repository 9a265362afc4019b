import { type AgentMemory, createAgentMemory } from '@agent-memory/core';
import { deleteDB } from 'idb';
import { afterEach, describe, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { seeConnections } from './testing/see-connections.ts';

let databases = 0;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  localStorage.clear();
});

/** A session in a database, as one tab has it open. */
function aTab(databaseName: string) {
  const open: IDBDatabase[] = [];
  const factory = seeConnections(indexedDB, (raw) => open.push(raw));
  const store = indexedDbStore({ databaseName, getIndexedDb: () => factory });
  const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000, store });
  cleanups.push(async () => {
    await memory.dispose();
    await store.close();
  });
  /** The browser closes the connections, and tells nobody. */
  const loseConnections = () => {
    for (const raw of open) {
      raw.onversionchange = null;
      raw.close();
    }
  };
  return { store, memory, loseConnections };
}

function aDatabaseName(): string {
  databases += 1;
  const name = `missing-${databases}-${Date.now()}`;
  cleanups.push(() => deleteDB(name));
  return name;
}

const say = (memory: AgentMemory, id: string) => memory.append({ id, role: 'user', content: id });

async function storedIds(databaseName: string): Promise<readonly string[] | undefined> {
  const store = indexedDbStore({ databaseName });
  const stored = await store.load('trip');
  await store.close();
  return stored?.entries.map(({ id }) => id);
}

describe('a session that is gone from the database while a page has it open', () => {
  test('[STO-7] because another tab deleted it is written back when somebody asks for it', async () => {
    const databaseName = aDatabaseName();
    const { memory } = aTab(databaseName);
    await say(memory, 'one');
    await memory.append({ id: 'edited', role: 'user', content: 'One, edited' }, { after: null });
    await memory.notes.set('seat', '14C');
    const other = indexedDbStore({ databaseName });
    await other.delete('trip');
    await other.close();
    expect((await say(memory, 'two'))[0]?.durable).toBe(false);
    expect(memory.getState()).toMatchObject({
      error: { code: 'SESSION_CLEARED', entries: 2 },
      store: { persistent: false, owed: 3 },
    });
    expect(await storedIds(databaseName)).toBeUndefined();
    expect(await memory.writeBack()).toBe(3);
    expect(await storedIds(databaseName)).toEqual(['one', 'edited', 'two']);
    const { memory: reloaded } = aTab(databaseName);
    await reloaded.ready;
    expect(reloaded.entries().map(({ id }) => id)).toEqual(['edited', 'two']);
    expect(reloaded.branches()).toHaveLength(2);
    expect(reloaded.notes.get('seat')).toBe('14C');
  });

  test('[STO-7] because the database was made again is written back by itself, and says what was there', async () => {
    const databaseName = aDatabaseName();
    const { memory, loseConnections } = aTab(databaseName);
    await say(memory, 'one');
    loseConnections();
    await deleteDB(databaseName);
    expect((await say(memory, 'two'))[0]?.durable).toBe(true);
    const { error, degraded, store } = memory.getState();
    expect(error).toMatchObject({ code: 'STORE_RESET' });
    expect(error).toMatchObject({ loss: { kind: 'reset', entries: 1 }, isHeld: true });
    expect(degraded.map(({ code }) => code)).toEqual(['STORE_RESET']);
    expect(store).toMatchObject({ name: 'IndexedDB', persistent: true, owed: 0 });
    expect(await storedIds(databaseName)).toEqual(['one', 'two']);
  });

  test('[STO-7] is said to be lost where no page held it', async () => {
    const databaseName = aDatabaseName();
    const { memory, store } = aTab(databaseName);
    await say(memory, 'one');
    await memory.dispose();
    await store.close();
    await deleteDB(databaseName);
    const { memory: next } = aTab(databaseName);
    await next.ready;
    expect(next.getState()).toMatchObject({
      entries: 0,
      error: { code: 'STORE_RESET', isHeld: false, loss: { entries: 1 } },
    });
    expect((await say(next, 'anew'))[0]?.durable).toBe(true);
  });
});
