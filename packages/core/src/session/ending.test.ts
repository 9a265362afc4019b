import { sessionCatalog } from '@agent-memory/sessions';
import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { QuotaExceededStoreError } from '../ground/errors/store-errors.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aChange, anEntry } from '../testing/builders.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const unavailable = new StoreUnavailableError('The disk is gone.');

/** A disk that fails where it is told to, and memories of one session on it. */
function aDisk() {
  const inner = inMemoryStore();
  const disk = { ...aScriptedStore(inner), name: 'disk', persistent: true };
  const open = (options: Partial<AgentMemoryOptions> = {}) =>
    createAgentMemory({ id: 'trip', contextWindow: 32_000, store: disk, ...options });
  return { disk, inner, open };
}

const say = (memory: AgentMemory, id: string) => memory.append({ id, role: 'user', content: id });
const idsOf = (memory: AgentMemory) => memory.entries().map(({ id }) => id);
const codesOf = (memory: AgentMemory) => memory.getState().degraded.map(({ code }) => code);

describe('a store that works again when the session ends', () => {
  test('[STO-2] [STO-4] gets what was acknowledged while it failed', async () => {
    const { disk, inner, open } = aDisk();
    const memory = open();
    await say(memory, 'one');
    disk.failAll(['commit'], unavailable);
    await say(memory, 'two');
    await memory.notes.set('plan', 'Lyon');
    disk.heal();
    await memory.dispose();
    expect((await inner.load('trip'))?.entries.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(memory.getState()).toMatchObject({ store: { name: 'disk' }, degraded: [] });
    const again = open();
    await again.ready;
    expect(idsOf(again)).toEqual(['one', 'two']);
    expect(again.notes.get('plan')).toBe('Lyon');
    await again.dispose();
  });

  test('[STO-2] gets a session that began while it could not be read', async () => {
    const { disk, inner, open } = aDisk();
    disk.failAll(['load', 'commit'], unavailable);
    const memory = open();
    await say(memory, 'one');
    disk.heal();
    await memory.dispose();
    expect((await inner.load('trip'))?.entries).toHaveLength(1);
  });

  test('[STO-2] is left alone where it lacks nothing', async () => {
    const { disk, open } = aDisk();
    const memory = open();
    await say(memory, 'one');
    const calls = disk.calls.length;
    await memory.dispose();
    await memory.dispose();
    expect(disk.calls).toHaveLength(calls);
  });
});

describe('a store that still fails when the session ends', () => {
  async function anUnpaidSession(error: Error = unavailable) {
    const disk = aDisk();
    const memory = disk.open();
    await say(memory, 'one');
    disk.disk.failAll(['commit'], error);
    await say(memory, 'two');
    const calls = disk.disk.calls.length;
    await memory.dispose();
    return { ...disk, memory, triedAtTheEnd: disk.disk.calls.slice(calls) };
  }

  test('[STO-2] is tried once, and the state goes on saying so', async () => {
    const { memory, triedAtTheEnd } = await anUnpaidSession();
    expect(triedAtTheEnd).toEqual(['commit']);
    expect(codesOf(memory)).toEqual(['STORE_WRITE_FAILED']);
  });

  test('[STO-2] a memory that is opened again in the page has what was acknowledged, and pays it', async () => {
    const { disk, inner, open } = await anUnpaidSession();
    disk.heal();
    const again = open();
    await say(again, 'three');
    expect(idsOf(again)).toEqual(['one', 'two', 'three']);
    expect(again.getState()).toMatchObject({ store: { name: 'disk' }, degraded: [] });
    expect((await inner.load('trip'))?.entries).toHaveLength(3);
    await again.dispose();
  });

  test.each([
    ['written', 'commit' as const, 'STORE_WRITE_FAILED'],
    ['read', 'load' as const, 'STORE_UNAVAILABLE'],
  ])(
    '[STO-2] while it cannot be %s, each memory that is opened says so and loses nothing',
    async (_, method, code) => {
      const { disk, inner, open } = await anUnpaidSession();
      disk.failAll(['commit', method], unavailable);
      for (const id of ['three', 'four']) {
        const again = open();
        await again.ready;
        expect(codesOf(again)).toContain(code);
        await say(again, id);
        await again.dispose();
      }
      disk.heal();
      const last = open();
      await last.ready;
      expect(idsOf(last)).toEqual(['one', 'two', 'three', 'four']);
      expect((await inner.load('trip'))?.entries).toHaveLength(4);
      expect(last.getState()).toMatchObject({ status: 'ready', degraded: [] });
      await last.dispose();
    },
  );

  test('[STO-2] in another store object the session is what is stored', async () => {
    const { disk, open } = await anUnpaidSession();
    const another = open({ store: { ...disk } });
    await another.ready;
    expect(idsOf(another)).toEqual(['one']);
    await another.dispose();
  });

  test('[STO-5] [STO-7] a session that was deleted elsewhere meanwhile stays deleted, and its words are offered', async () => {
    const { disk, inner, open } = await anUnpaidSession(new QuotaExceededStoreError());
    await disk.delete('trip');
    disk.heal();
    const again = open();
    await again.ready;
    expect(idsOf(again)).toEqual(['one', 'two']);
    expect(codesOf(again)).toEqual(['SESSION_CLEARED']);
    expect(await inner.load('trip')).toBeUndefined();
    await again.dispose();
  });

  test('[STO-5] a session that the store never had is deleted through the catalog', async () => {
    const { disk, open } = aDisk();
    disk.failAll(['commit'], unavailable);
    const memory = open();
    await say(memory, 'one');
    await memory.dispose();
    await sessionCatalog(disk).delete('trip');
    disk.heal();
    const again = open();
    await again.ready;
    expect(idsOf(again)).toEqual([]);
    await again.dispose();
  });

  test('[NS-2] what this page has of a session that another tab went on with is stored behind that', async () => {
    const { disk, inner, open } = await anUnpaidSession();
    const [one] = (await inner.load('trip'))?.entries ?? [];
    const other = anEntry({ seq: 1, id: 'other', parentId: one?.id ?? null });
    await inner.commit('trip', aChange({ entries: [other] }));
    disk.heal();
    const again = open();
    await again.ready;
    await say(again, 'three');
    expect(idsOf(again)).toEqual(['one', 'other', 'two', 'three']);
    expect(again.getState()).toMatchObject({ error: undefined, degraded: [] });
    expect((await inner.load('trip'))?.entries).toHaveLength(4);
    await again.dispose();
  });
});

test('[STO-8] a conversation that began beside a stored one is stored behind it when the session ends', async () => {
  const { disk, inner, open } = aDisk();
  await inner.commit('trip', aChange({ entries: [anEntry()] }));
  disk.failAll(['load', 'commit'], unavailable);
  const memory = open();
  await say(memory, 'new');
  disk.heal();
  await memory.dispose();
  const together = [anEntry().id, 'new'];
  expect((await inner.load('trip'))?.entries.map(({ id }) => id)).toEqual(together);
  const again = open();
  await again.ready;
  expect(idsOf(again)).toEqual(together);
  expect(again.getState()).toMatchObject({ degraded: [], error: undefined });
  await again.dispose();
});

test('[STO-8] what a page said while its store could not be read waits for the next memory of the page', async () => {
  const { disk, inner, open } = aDisk();
  await inner.commit('trip', aChange({ entries: [anEntry()] }));
  disk.failAll(['load', 'commit'], unavailable);
  const memory = open();
  await say(memory, 'new');
  await memory.dispose();
  disk.heal();
  const again = open();
  await again.ready;
  await say(again, 'newer');
  expect(idsOf(again)).toEqual([anEntry().id, 'new', 'newer']);
  expect((await inner.load('trip'))?.entries).toHaveLength(3);
  expect(again.getState()).toMatchObject({ degraded: [], error: undefined });
  await again.dispose();
});

test('[STO-7] what is gone from the store when the session ends is said, and offered by the next memory', async () => {
  const { disk, inner, open } = aDisk();
  const memory = open();
  await say(memory, 'one');
  disk.failAll(['commit'], unavailable);
  await say(memory, 'two');
  disk.heal();
  await inner.delete('trip');
  await memory.dispose();
  expect(memory.getState().error).toMatchObject({ code: 'SESSION_CLEARED' });
  const again = open();
  await again.ready;
  expect(idsOf(again)).toEqual(['one', 'two']);
  expect(codesOf(again)).toEqual(['SESSION_CLEARED']);
  expect(await inner.load('trip')).toBeUndefined();
  await again.dispose();
});

describe('a store that breaks when the session is opened again', () => {
  test('[STO-2] leaves it what this page has of it, says so, and gets all of it when it works', async () => {
    const { disk, inner, open } = aDisk();
    const memory = open();
    await say(memory, 'one');
    disk.failAll(['commit'], unavailable);
    await say(memory, 'two');
    await memory.dispose();
    disk.failAll(['commit'], new TypeError('a bug in the store'));
    const again = open({ initialMessages: [{ role: 'user', content: 'Something else' }] });
    await again.ready;
    expect(idsOf(again)).toEqual(['one', 'two']);
    expect(codesOf(again)).toEqual(['STORE_UNAVAILABLE']);
    await expect(say(again, 'three')).rejects.toThrow('a bug in the store');
    disk.heal();
    await say(again, 'four');
    await again.dispose();
    const stored = (await inner.load('trip'))?.entries.map(({ id }) => id);
    expect(stored).toEqual(['one', 'two', 'three', 'four']);
    expect(codesOf(again)).toEqual([]);
  });
});
