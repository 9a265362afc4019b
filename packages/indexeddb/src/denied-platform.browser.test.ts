import { createAgentMemory, StoreUnavailableError } from '@agent-memory/core';
import { aChange, someEntries } from '@agent-memory/core/testing';
import { createLongTermMemory } from '@agent-memory/long-term';
import { deleteDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Canaries } from './canaries.ts';
import { indexedDbStore } from './indexeddb-store.ts';
import { indexedDbRecordStore } from './long-term/indexeddb-record-store.ts';

let databases = 0;
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  localStorage.clear();
});

const throwing = (): never => {
  throw new DOMException('Denied.', 'SecurityError');
};
const rejecting = () => Promise.reject(new DOMException('Denied.', 'InvalidStateError'));
const silent = () => new Promise<never>(() => undefined);

function deny(part: 'request' | 'query', how: () => never | Promise<never>): void {
  vi.spyOn(LockManager.prototype, part).mockImplementation(how);
}

/** Browsers that deny a part of the platform, however they do. */
const DENIALS: readonly [string, () => void][] = [
  [
    'has null for `localStorage`',
    () => vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(JSON.parse('null')),
  ],
  [
    'throws at the sight of locks',
    () => vi.spyOn(Navigator.prototype, 'locks', 'get').mockImplementation(throwing),
  ],
  [
    'throws at each request of a lock',
    () => {
      deny('request', throwing);
      deny('query', throwing);
    },
  ],
  [
    'rejects each request of a lock',
    () => {
      deny('request', rejecting);
      deny('query', rejecting);
    },
  ],
  [
    'denies channels',
    () =>
      vi.spyOn(globalThis, 'BroadcastChannel').mockImplementation(function denied() {
        return throwing();
      }),
  ],
  [
    'posts nothing',
    () => vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(throwing),
  ],
  [
    'has no `storage`',
    () => vi.spyOn(Navigator.prototype, 'storage', 'get').mockImplementation(throwing),
  ],
];

describe.each(DENIALS)('where the browser %s', (_browser, deniedBy) => {
  test('[STO-2] sessions are stored, listed, planned and deleted all the same', async () => {
    const databaseName = aDatabaseName();
    deniedBy();
    const store = indexedDbStore({ databaseName });
    cleanups.push(() => store.close());
    const memory = createAgentMemory({ id: 'trip', contextWindow: 8_000, store });
    const stored = await memory.append([
      { role: 'user', content: 'Where to?' },
      { role: 'assistant', content: 'To Riga.' },
    ]);
    expect(stored.map(({ durable }) => durable)).toEqual([true, true]);
    expect((await memory.assemble()).messages).toHaveLength(2);
    await memory.writeBack();
    expect(memory.getState()).toMatchObject({ error: undefined, store: { owed: 0 } });
    await memory.dispose();
    expect(await store.list()).toHaveLength(1);
    expect(await store.planRetention({ maxSessions: 0 })).toEqual([]);
    await store.delete('trip');
    expect(await store.list()).toEqual([]);
  });

  test('[LTM-1] long-term memory is stored and listed all the same', async () => {
    const databaseName = aDatabaseName();
    deniedBy();
    const store = indexedDbRecordStore({ databaseName });
    const memory = createLongTermMemory({ user: 'ada', store });
    cleanups.push(() => store.close());
    const text = 'Ada likes tea.';
    const outcome = await memory.store({
      ...{ type: 'user', kind: 'preference', source: 'user_stated' },
      text,
    });
    expect(outcome.kind).toBe('stored');
    expect((await memory.list()).items).toHaveLength(1);
    await memory.dispose();
  });
});

describe('without locks', () => {
  test('[STO-3] retention leaves what another store of the page has open, when it plans and when it removes', async () => {
    vi.spyOn(Navigator.prototype, 'locks', 'get').mockReturnValue(JSON.parse('null'));
    const databaseName = aDatabaseName();
    const earlier = indexedDbStore({ databaseName });
    for (const id of ['a', 'b', 'c'])
      await earlier.commit(id, aChange({ entries: someEntries(0, 1) }));
    await earlier.close();
    const one = indexedDbStore({ databaseName });
    const other = indexedDbStore({ databaseName });
    cleanups.push(
      () => one.close(),
      () => other.close(),
    );
    await one.load('a');
    const plan = await other.planRetention({ maxSessions: 0 });
    expect(plan.map(({ id }) => id).sort()).toEqual(['b', 'c']);
    await one.load('b');
    expect((await other.applyRetention(plan)).map(({ id }) => id)).toEqual(['c']);
    // A store that was closed has nothing open.
    await one.close();
    expect(await other.planRetention({ maxSessions: 0 })).toHaveLength(2);
  });

  test('[STO-3] [STO-8] retention continues where they never answer, and ends where the caller gives up', async () => {
    const store = indexedDbStore({ databaseName: aDatabaseName() });
    cleanups.push(() => store.close());
    await store.commit('open', aChange({ entries: someEntries(0, 1) }));
    deny('query', silent);
    expect(await store.planRetention({ maxSessions: 0 })).toEqual([]);
    const signal = AbortSignal.abort(new Error('Given up.'));
    await expect(store.planRetention({ maxSessions: 0 }, { signal })).rejects.toThrow('Given up.');
  });
});

test('[STO-2] a string that IndexedDB throws is told in an error of the library', async () => {
  const store = indexedDbStore({ databaseName: aDatabaseName() });
  cleanups.push(() => store.close());
  await store.list();
  const thrown: unknown = 'out of order';
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw thrown;
  });
  const calls = [store.list(), store.load('a'), store.sizeOf('a'), store.delete('a')];
  for (const outcome of await Promise.allSettled(calls)) {
    const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(error).toMatchObject({
      message: expect.stringContaining('"out of order"'),
      cause: thrown,
    });
  }
});

test('[STO-7] without `crypto` a database is made, with an id of its own', async () => {
  const names = [aDatabaseName(), aDatabaseName()];
  vi.spyOn(globalThis, 'crypto', 'get').mockReturnValue(JSON.parse('null'));
  for (const databaseName of names) {
    const store = indexedDbStore({ databaseName });
    await store.commit('trip', aChange({ entries: someEntries(0, 1) }));
    await store.close();
  }
  const ids = names.map((name) => {
    const canaries = new Canaries(name);
    return canaries.get(canaries.nameOf('trip'))?.databaseId;
  });
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(2);
});

test('[LTM-8] without `crypto` long-term memory refuses with words', async () => {
  const store = indexedDbRecordStore({ databaseName: aDatabaseName() });
  cleanups.push(() => store.close());
  vi.spyOn(globalThis, 'crypto', 'get').mockReturnValue(JSON.parse('null'));
  const error = await store.secret().catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(error).toMatchObject({ message: expect.stringContaining('secure random numbers') });
});

function aDatabaseName(): string {
  const databaseName = `denied-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
