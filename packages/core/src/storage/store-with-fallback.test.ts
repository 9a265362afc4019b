import { describe, expect, test } from 'vitest';
import { type AgentMemoryError, StoreUnavailableError } from '../errors/errors.ts';
import {
  QuotaExceededStoreError,
  StoreConflictError,
  StoreCorruptError,
} from '../errors/store-errors.ts';
import {
  aBasis,
  aChange,
  aCompactionRecord,
  anEntry,
  someEntries,
  someOverlays,
} from '../testing/builders.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { storeContract } from '../testing/store-contract.ts';
import { inMemoryStore } from './in-memory-store.ts';
import type { MemoryStore, SessionChange, StoreCallOptions } from './memory-store.ts';
import { storeWithFallback } from './store-with-fallback.ts';

const unavailable = new StoreUnavailableError('The disk is gone.');
const full = new QuotaExceededStoreError();

storeContract('storeWithFallback over a primary that works', async () => {
  const { bare: store } = aStoreWithFallback();
  return { store, reopen: async () => store };
});

storeContract('storeWithFallback over a primary that is unavailable', async () => {
  const { bare: store, primary } = aStoreWithFallback();
  primary.failAll(['load', 'commit', 'list'], unavailable);
  await store.load('session');
  return { store, reopen: async () => store };
});

storeContract('storeWithFallback over a primary that is full', async () => {
  const { bare: store, primary } = aStoreWithFallback();
  primary.failAll(['commit'], full);
  return { store, reopen: async () => store };
});

describe('while the primary works', () => {
  test('[STO-2] everything is in the primary and nothing in the fallback', async () => {
    const { store, primary, fallback, reports } = aStoreWithFallback();
    await store.load('session');
    await store.commit('session', aChange({ entries: someEntries(0, 3) }));
    expect(store).toMatchObject({ name: 'disk', persistent: true });
    expect((await primary.load('session'))?.entries).toEqual(someEntries(0, 3));
    expect(await fallback.list()).toEqual([]);
    expect(reports).toEqual([]);
  });

  test.each([
    ['conflicts', new StoreConflictError('session', 0)],
    ['corruption', new StoreCorruptError('session', 'It holds no messages.')],
    ['errors nobody foresaw', new TypeError('a bug')],
  ])('[STO-2] passes on %s and stays', async (_kind, error) => {
    const { store, primary, reports } = aStoreWithFallback();
    primary.failAll(['load', 'commit', 'list', 'delete'], error);
    await expect(store.load('session')).rejects.toBe(error);
    await expect(store.commit('session', aChange())).rejects.toBe(error);
    await expect(store.list()).rejects.toBe(error);
    await expect(store.delete('session')).rejects.toBe(error);
    expect(store.name).toBe('disk');
    expect(reports).toEqual([]);
  });

  test("[STO-2] passes on an abort signal's reason and stays", async () => {
    const { store, reports } = aStoreWithFallback();
    const { signal, abort } = aSimulatedAbort();
    const reason = new Error('the user left');
    abort(reason);
    await expect(store.commit('session', aChange(), { signal })).rejects.toBe(reason);
    expect(store.name).toBe('disk');
    expect(reports).toEqual([]);
  });
});

describe('when the primary is unavailable at load', () => {
  test('[STO-2] the session begins in the fallback, reported once', async () => {
    const { store, primary, reports } = aStoreWithFallback();
    primary.failAll(['load', 'commit', 'list'], unavailable);
    expect(await store.load('session')).toBeUndefined();
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    await store.commit('session', aChange({ entries: someEntries(2, 3) }));
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 3));
    expect((await store.list()).map((info) => info.id)).toEqual(['session']);
    expect(store).toMatchObject({ name: 'memory', persistent: false });
    expect(reports).toEqual([[unavailable, 'load']]);
  });

  test('[STO-2] an untouched session is read from the primary as soon as that works', async () => {
    const { store, primary } = aStoreWithFallback();
    await primary.commit('session', aChange({ entries: someEntries(0, 2) }));
    primary.failNext('load', unavailable);
    expect(await store.load('session')).toBeUndefined();
    expect(store.name).toBe('memory');
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 2));
    expect(store.name).toBe('disk');
  });

  test('[STO-2] a session already known is given as it was', async () => {
    const { store, primary } = aStoreWithFallback();
    await store.load('session');
    await store.commit('session', aChange({ atMs: 1000, entries: someEntries(0, 1) }));
    await store.commit('session', aChange({ atMs: 5000, scratchpad: { value: 'a note' } }));
    const known = await store.load('session');
    primary.failAll(['load', 'commit', 'list'], unavailable);
    expect(await store.load('session')).toEqual(known);
    expect(await store.list()).toEqual([known?.info]);
  });

  test('[STO-2] a new session moves to the primary as soon as that works', async () => {
    const { store, primary, fallback } = aStoreWithFallback();
    primary.failAll(['load', 'commit'], unavailable);
    await store.load('session');
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    primary.heal();
    await store.commit('session', aChange({ entries: someEntries(2, 3) }));
    expect(store).toMatchObject({ name: 'disk', persistent: true });
    expect((await primary.load('session'))?.entries).toEqual(someEntries(0, 3));
    expect(await fallback.list()).toEqual([]);
  });

  test('[STO-2] two histories of one session are never mixed, and the user is told', async () => {
    const { store, primary, reports } = aStoreWithFallback();
    const old = someEntries(0, 5);
    await primary.commit('session', aChange({ entries: old }));
    primary.failAll(['load', 'commit'], unavailable);
    await store.load('session');
    const young = [0, 1, 2].map((seq) =>
      anEntry({ seq, id: `young-${seq}`, parentId: seq === 0 ? null : `young-${seq - 1}` }),
    );
    await store.commit('session', aChange({ entries: young.slice(0, 1) }));
    primary.heal();
    await store.commit('session', aChange({ entries: young.slice(1, 2) }));
    await store.commit('session', aChange({ entries: young.slice(2) }));
    expect((await store.load('session'))?.entries).toEqual(young);
    expect((await primary.load('session'))?.entries).toEqual(old);
    expect(store.persistent).toBe(false);
    expect(reports.map(([error]) => error.code)).toEqual([
      'STORE_UNAVAILABLE',
      'STORE_UNAVAILABLE',
    ]);
    expect(reports[1]?.[0].message).toContain('holds an earlier history of session "session"');
  });
});

describe('when the primary fails at a commit', () => {
  test('[STO-2] [TIER-1] a system text made with the refused change goes on in the fallback, and home with it', async () => {
    const { store, primary } = aStoreWithFallback();
    await store.load('session');
    primary.failAll(['commit'], full);
    const system = { value: 'You find trains. Today is 2026-01-01.' };
    await store.commit('session', aChange({ entries: someEntries(0, 1), system }));
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    expect((await store.load('session'))?.system).toBe(system.value);
    primary.heal();
    await store.commit('session', aChange({ entries: someEntries(2, 3) }));
    expect((await primary.load('session'))?.system).toBe(system.value);
  });

  test.each([
    ['is full', full],
    ['lost its connection', unavailable],
  ])('[STO-2] because it %s, the whole session goes on in the fallback', async (_why, error) => {
    const { store, primary, reports } = aStoreWithFallback();
    await primary.commit(
      'session',
      aChange({
        entries: someEntries(0, 6),
        overlays: { value: someOverlays(), settingsKey: 'k' },
        scratchpad: { value: 'a note' },
        system: { value: 'You find trains.' },
        compaction: aCompactionRecord(),
      }),
    );
    await store.load('session');
    await store.commit('session', aChange({ entries: someEntries(6, 7) }));
    primary.failAll(['load', 'commit', 'list'], error);
    await store.commit('session', aChange({ atMs: 7000, entries: someEntries(7, 8) }));
    const session = await store.load('session');
    expect(session?.entries).toEqual(someEntries(0, 8));
    expect(session).toMatchObject({
      info: { updatedAtMs: 7000, entries: 8 },
      overlays: someOverlays(),
      settingsKey: 'k',
      scratchpad: 'a note',
      system: 'You find trains.',
      compactions: [aCompactionRecord()],
    });
    expect(store).toMatchObject({ name: 'memory', persistent: false });
    expect(reports).toEqual([[error, 'commit']]);
  });

  test('[STO-2] a session never loaded goes on while the primary can still be read', async () => {
    const { store, primary } = aStoreWithFallback();
    await primary.commit('session', aChange({ entries: someEntries(0, 3) }));
    primary.failAll(['commit'], full);
    await store.commit('session', aChange({ entries: someEntries(3, 4) }));
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 4));
  });

  test('[STO-2] a session that can be had nowhere rejects instead of losing its beginning', async () => {
    const { store, primary } = aStoreWithFallback();
    await primary.commit('session', aChange({ entries: someEntries(0, 3) }));
    primary.failAll(['load', 'commit'], unavailable);
    const change = aChange({ entries: someEntries(3, 4) });
    await expect(store.commit('session', change)).rejects.toBe(unavailable);
    primary.heal();
    await store.commit('session', change);
    expect((await primary.load('session'))?.entries).toEqual(someEntries(0, 4));
  });

  test('[STO-2] nothing is stored twice when only the answer was lost', async () => {
    const { store, primary } = aStoreWithFallback();
    await store.load('session');
    primary.failNextAfterwards('commit', unavailable);
    const compaction = aCompactionRecord();
    await store.commit('session', aChange({ entries: someEntries(0, 2), compaction }));
    await store.commit('session', aChange({ entries: someEntries(2, 3) }));
    const session = await primary.load('session');
    expect(session?.entries).toEqual(someEntries(0, 3));
    expect(session?.compactions).toEqual([compaction]);
  });

  test('[STO-2] another session still lives in the primary where that takes it', async () => {
    const { store, primary, fallback } = aStoreWithFallback();
    await store.load('large');
    await store.load('small');
    primary.failNext('commit', full);
    await store.commit('large', aChange({ entries: someEntries(0, 1) }));
    await store.commit('small', aChange({ entries: someEntries(0, 1) }));
    expect((await primary.list()).map((info) => info.id)).toEqual(['small']);
    expect((await fallback.list()).map((info) => info.id)).toEqual(['large']);
    expect((await store.list()).map((info) => info.id)).toEqual(['large', 'small']);
    expect(store.persistent).toBe(false);
  });
});

describe('when the primary works again', () => {
  test('[STO-2] the next commit brings it up to date and the session lives there again', async () => {
    const { store, primary, fallback, reports } = aStoreWithFallback();
    await store.load('session');
    await store.commit('session', aChange({ atMs: 1000, entries: someEntries(0, 1) }));
    primary.failAll(['commit'], full);
    for (const seq of [1, 2, 3]) {
      const compaction = aCompactionRecord({ id: `c-${seq}` });
      const entries = someEntries(seq, seq + 1);
      await store.commit(
        'session',
        aChange({ atMs: 1000 + seq, entries, compaction, scratchpad: { value: seq } }),
      );
    }
    const inFallback = await store.load('session');
    primary.heal();
    await store.commit('session', aChange({ atMs: 2000, entries: someEntries(4, 5) }));
    expect(await primary.load('session')).toEqual({
      ...inFallback,
      info: { id: 'session', createdAtMs: 1000, updatedAtMs: 2000, entries: 5 },
      entries: someEntries(0, 5),
    });
    expect(store).toMatchObject({ name: 'disk', persistent: true });
    expect(await fallback.list()).toEqual([]);
    expect(reports).toEqual([[full, 'commit']]);
  });

  test('[STO-2] a recovery that fails halfway is taken up where it stopped', async () => {
    const { store, primary } = aStoreWithFallback();
    await store.load('session');
    primary.failAll(['commit'], full);
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    primary.heal();
    primary.failNextAfterwards('commit', full);
    await store.commit('session', aChange({ entries: someEntries(2, 3) }));
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 3));
    await store.commit('session', aChange({ entries: someEntries(3, 4) }));
    expect((await primary.load('session'))?.entries).toEqual(someEntries(0, 4));
  });

  test('[STO-2] the next trouble is reported anew', async () => {
    const { store, primary, reports } = aStoreWithFallback();
    await store.load('session');
    for (const seq of [0, 2]) {
      primary.failAll(['commit'], full);
      await store.commit('session', aChange({ entries: someEntries(seq, seq + 1) }));
      primary.heal();
      await store.commit('session', aChange({ entries: someEntries(seq + 1, seq + 2) }));
    }
    expect(reports).toEqual([
      [full, 'commit'],
      [full, 'commit'],
    ]);
  });

  test('[STO-2] a trouble of another kind is reported while the first one lasts', async () => {
    const { store, primary, reports } = aStoreWithFallback();
    await store.load('session');
    primary.failAll(['commit'], full);
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    primary.failAll(['commit'], unavailable);
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    expect(reports.map(([error]) => error.code)).toEqual(['QUOTA_EXCEEDED', 'STORE_UNAVAILABLE']);
  });

  test('[STO-2] what another tab wrote meanwhile is a conflict, and nothing here is lost', async () => {
    const { store, primary } = aStoreWithFallback();
    await store.load('session');
    primary.failAll(['commit'], full);
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    primary.heal();
    const theirs = [anEntry({ id: 'from-another-tab' })];
    await primary.commit('session', aChange({ entries: theirs }));
    const change = aChange({ entries: someEntries(2, 3) });
    await expect(store.commit('session', change)).rejects.toThrow(StoreConflictError);
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 2));
    expect((await primary.load('session'))?.entries).toEqual(theirs);
  });

  test('[STO-2] close gives the primary what it lacks', async () => {
    const { store, disk, primary } = aStoreWithFallback();
    await store.load('session');
    primary.failAll(['commit'], full);
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    primary.heal();
    await store.close();
    expect((await disk.load('session'))?.entries).toEqual(someEntries(0, 2));
  });
});

describe('delete', () => {
  test('[STO-2] removes a session from both stores', async () => {
    const { store, primary, fallback } = aStoreWithFallback();
    await store.load('session');
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    primary.failNext('commit', full);
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    await store.delete('session');
    expect(await primary.list()).toEqual([]);
    expect(await fallback.list()).toEqual([]);
    expect(await store.load('session')).toBeUndefined();
  });

  test('[STO-2] rejects when the primary may still hold the session', async () => {
    const { store, primary } = aStoreWithFallback();
    primary.failAll(['load', 'commit', 'delete'], unavailable);
    await store.load('session');
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    await expect(store.delete('session')).rejects.toBe(unavailable);
    expect(await store.load('session')).toBeUndefined();
  });
});

test('[STO-2] many sessions do not pile up in memory, and each can still go on', async () => {
  const { store, primary } = aStoreWithFallback();
  const ids = Array.from({ length: 30 }, (_, index) => `session-${index}`);
  for (const id of ids) {
    await store.load(id);
    await store.commit(id, aChange({ entries: someEntries(0, 1) }));
  }
  primary.failAll(['commit'], full);
  const readsOfAll = () => primary.calls.filter((call) => call === 'load').length;
  const [oldest, newest] = ['session-0', 'session-29'];
  const before = readsOfAll();
  await store.commit(newest, aChange({ entries: someEntries(1, 2) }));
  expect(readsOfAll()).toBe(before);
  await store.commit(oldest, aChange({ entries: someEntries(1, 2) }));
  expect(readsOfAll()).toBe(before + 1);
  for (const id of ids.slice(1, -1)) {
    await store.commit(id, aChange({ entries: someEntries(1, 2) }));
  }
  for (const id of ids) expect((await store.load(id))?.entries).toEqual(someEntries(0, 2));
});

describe('a change that names its basis', () => {
  const overlays = { value: someOverlays(), settingsKey: 'k' };

  test('[STO-2] is refused with the entries it rests on, and nothing degrades', async () => {
    const { bare, primary, reports } = aStoreWithFallback();
    await bare.load('session');
    const theirs = [anEntry({ id: 'from-another-tab' })];
    await primary.commit('session', aChange({ entries: theirs }));
    const ours = aChange({ basis: aBasis(1), entries: someEntries(0, 1) });
    await expect(bare.commit('session', ours)).rejects.toThrow(StoreConflictError);
    const compacted = aChange({ basis: aBasis(1), overlays });
    await expect(bare.commit('session', compacted)).rejects.toThrow(StoreConflictError);
    expect(await primary.load('session')).toMatchObject({ entries: theirs, settingsKey: '' });
    expect(reports).toEqual([]);
  });

  test('[STO-2] goes on in the fallback and is paid back onto the same transcript', async () => {
    const { bare, primary } = aStoreWithFallback();
    await bare.load('session');
    await bare.commit('session', aChange({ basis: aBasis(2), entries: someEntries(0, 2) }));
    primary.failAll(['commit'], full);
    await bare.commit('session', aChange({ basis: aBasis(3), entries: someEntries(2, 3) }));
    await bare.commit('session', aChange({ basis: aBasis(3), overlays }));
    primary.heal();
    await bare.commit('session', aChange({ basis: aBasis(4), entries: someEntries(3, 4) }));
    const stored = await primary.load('session');
    expect(stored).toMatchObject({ entries: someEntries(0, 4), settingsKey: 'k' });
  });

  test('[STO-2] is a conflict when it is paid back onto what another tab wrote', async () => {
    const { bare, primary } = aStoreWithFallback();
    await bare.load('session');
    await bare.commit('session', aChange({ basis: aBasis(1), entries: someEntries(0, 1) }));
    primary.failAll(['commit'], full);
    await bare.commit('session', aChange({ basis: aBasis(1), overlays }));
    primary.heal();
    await primary.commit('session', aChange({ entries: someEntries(1, 2) }));
    const pad = aChange({ basis: aBasis(1), scratchpad: { value: 'a note' } });
    await expect(bare.commit('session', pad)).rejects.toThrow(StoreConflictError);
    expect(await primary.load('session')).toMatchObject({
      entries: someEntries(0, 2),
      settingsKey: '',
    });
    expect((await bare.load('session'))?.settingsKey).toBe('k');
  });

  test('[STO-1] [STO-2] is a conflict when it is paid back onto a session that was begun anew', async () => {
    const { bare, primary } = aStoreWithFallback();
    await bare.load('session');
    await bare.commit('session', aChange({ basis: aBasis(1), entries: someEntries(0, 1) }));
    primary.failAll(['commit'], full);
    const owed = (place: number) =>
      aChange({
        basis: { ...aBasis(place + 1), previousEntryId: anEntry({ seq: place - 1 }).id },
        entries: someEntries(place, place + 1),
      });
    await bare.commit('session', owed(1));
    primary.heal();
    await primary.delete('session');
    const anew = [anEntry({ id: 'begun-anew' })];
    await primary.commit('session', aChange({ entries: anew }));
    await expect(bare.commit('session', owed(2))).rejects.toThrow(StoreConflictError);
    expect((await primary.load('session'))?.entries).toEqual(anew);
    expect((await bare.load('session'))?.entries).toEqual(someEntries(0, 2));
  });

  test('[STO-2] rejects with the trouble when what it rests on can be had nowhere', async () => {
    const { bare, primary, fallback } = aStoreWithFallback();
    await primary.commit('session', aChange({ entries: someEntries(0, 3) }));
    primary.failAll(['load', 'commit'], unavailable);
    const change = aChange({ basis: aBasis(3), overlays });
    await expect(bare.commit('session', change)).rejects.toBe(unavailable);
    expect(await fallback.list()).toEqual([]);
    primary.heal();
    await bare.commit('session', change);
    expect((await primary.load('session'))?.settingsKey).toBe('k');
  });
});

/** Names the basis of every commit, as a session does. */
function namingTheBasis(inner: MemoryStore): MemoryStore {
  const known = new Map<string, NonNullable<SessionChange['basis']>>();
  return new Proxy(inner, {
    get(target, key) {
      if (key === 'commit') return commit;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  async function commit(id: string, change: SessionChange, options?: StoreCallOptions) {
    const last = change.entries?.at(-1);
    const basis = last ? { entries: last.seq + 1, lastEntryId: last.id } : known.get(id);
    await inner.commit(id, { ...change, ...(basis && { basis }) }, options);
    if (basis) known.set(id, basis);
  }
}

/**
 * A store over a scripted primary called `disk`, with the reports it made. `store` names the basis
 * of every commit, `bare` only where the test does.
 */
function aStoreWithFallback() {
  const disk: MemoryStore = new Proxy(inMemoryStore(), {
    get(target, key) {
      if (key === 'name') return 'disk';
      if (key === 'persistent') return true;
      // `close` is left out, so that a test can look at what a closed store left behind.
      if (key === 'close') return async () => undefined;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const primary = aScriptedStore(disk);
  const fallback = inMemoryStore();
  const reports: [AgentMemoryError, string][] = [];
  const bare = storeWithFallback(primary, fallback, (error, phase) => {
    reports.push([error, phase]);
  });
  return { store: namingTheBasis(bare), bare, disk, primary, fallback, reports };
}
