import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { QuotaExceededStoreError } from '../ground/errors/store-errors.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { NotStoredError } from '../store/not-stored-error.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const full = new QuotaExceededStoreError();

function aDisk() {
  const inner = inMemoryStore();
  const disk = { ...aScriptedStore(inner), name: 'disk', persistent: true };
  const clock = aSimulatedClock();
  const open = (options: Partial<AgentMemoryOptions> = {}) =>
    createAgentMemory({ id: 'trip', contextWindow: 32_000, store: disk, clock, ...options });
  return { disk, inner, clock, open };
}

const say = (memory: AgentMemory, id: string) => memory.append({ id, role: 'user', content: id });
const durable = (entries: readonly { readonly durable: boolean }[]) =>
  entries.map((entry) => entry.durable);

describe('what an acknowledgement says', () => {
  test('[STO-4] durable where the store has committed it and outlives the page', async () => {
    const { inner, open } = aDisk();
    const memory = open();
    const entries = await memory.append([{ role: 'user', content: 'One' }]);
    expect(durable(entries)).toEqual([true]);
    expect(memory.getState().store).toEqual({
      name: 'disk',
      persistent: true,
      owed: 0,
      leads: true,
    });
    const stored = await inner.load('trip');
    expect(stored?.entries[0]).toEqual(memory.entries()[0]);
    expect(stored?.entries[0]).not.toHaveProperty('durable');
    await memory.dispose();
  });

  test.each([
    ['there is no store', {}],
    ['the store ends with the page', { store: inMemoryStore() }],
  ])('[STO-4] not durable, and nothing owed, where %s', async (_, options) => {
    const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000, ...options });
    expect(durable(await say(memory, 'one'))).toEqual([false]);
    expect(memory.getState().store.owed).toBe(0);
    await memory.dispose();
  });

  test('[STO-4] [STO-8] not durable on a full disk, and the state counts what is owed', async () => {
    const { disk, open } = aDisk();
    const memory = open();
    await say(memory, 'one');
    disk.failAll(['commit'], full);
    expect(durable(await say(memory, 'two'))).toEqual([false]);
    const list = ['one', 'two', 'three'].map((id) => ({ id, role: 'user' as const, content: id }));
    expect(durable(await memory.reconcile(list))).toEqual([true, false, false]);
    expect(memory.getState().store).toEqual({
      name: 'memory',
      persistent: false,
      owed: 2,
      leads: true,
    });
    disk.heal();
    expect(durable(await say(memory, 'four'))).toEqual([true]);
    expect(durable(await memory.reconcile(list))).toEqual([true, true, true]);
    expect(memory.getState().store).toEqual({
      name: 'disk',
      persistent: true,
      owed: 0,
      leads: true,
    });
    await memory.dispose();
  });

  test('[STO-8] a rejection that says so where the caller chose that, and the message is kept', async () => {
    const { disk, inner, open } = aDisk();
    const memory = open({ whenNotStored: 'reject' });
    expect(durable(await say(memory, 'one'))).toEqual([true]);
    disk.failAll(['commit'], full);
    const refused = await say(memory, 'two').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotStoredError);
    expect(refused).toMatchObject({
      code: 'NOT_STORED',
      phase: 'store',
      cause: full,
      entries: [{ id: 'two', durable: false }],
    });
    expect(memory.entries()).toHaveLength(2);
    expect(memory.getState()).toMatchObject({ status: 'ready', store: { owed: 1 } });
    disk.heal();
    await say(memory, 'three');
    expect((await inner.load('trip'))?.entries).toHaveLength(3);
    await memory.dispose();
  });

  test.each(['keep', 'reject'] as const)(
    '[STO-4] not durable while it waits to be stored together with others (%s)',
    async (whenNotStored) => {
      const { open } = aDisk();
      const memory = open({ whenNotStored });
      await memory.together(async () => {
        expect(durable(await say(memory, 'one'))).toEqual([false]);
      });
      expect(durable(await say(memory, 'one'))).toEqual([true]);
      await memory.dispose();
    },
  );
});

describe('a store that takes nothing', () => {
  test('[STO-8] gets what it is owed by itself when it works again, and the state says so', async () => {
    const { disk, inner, clock, open } = aDisk();
    const memory = open();
    const told: MemoryEvent[] = [];
    memory.onEvent((event) => {
      if (event.type === 'owed-update' || event.type === 'store-recover') told.push(event);
    });
    await say(memory, 'one');
    disk.failAll(['commit'], full);
    await say(memory, 'two');
    await say(memory, 'three');
    disk.heal();
    clock.advance(1_000);
    await expect.poll(() => memory.getState().store.owed).toBe(0);
    expect((await inner.load('trip'))?.entries).toHaveLength(3);
    expect(memory.getState()).toMatchObject({ store: { name: 'disk' }, degraded: [] });
    expect(told).toMatchObject([
      { type: 'owed-update', owed: 1 },
      { type: 'owed-update', owed: 2 },
      { type: 'owed-update', owed: 0 },
      { type: 'store-recover', entries: 2 },
    ]);
    await memory.dispose();
  });

  test('[STO-8] is tried at longer and longer intervals, a minute at most, and not once the memory ended', async () => {
    const { disk, clock, open } = aDisk();
    const memory = open();
    await memory.ready;
    disk.failAll(['commit'], new StoreUnavailableError('The disk is gone.'));
    await say(memory, 'one');
    const commits = () => disk.calls.filter((call) => call === 'commit').length;
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      const before = commits();
      clock.advance(waitMs - 1);
      expect(commits()).toBe(before);
      clock.advance(1);
      await expect.poll(commits).toBe(before + 1);
      // The next wait begins when this try has ended.
      await memory.append([]);
    }
    await memory.dispose();
    const before = commits();
    clock.advance(600_000);
    await memory.getState();
    expect(commits()).toBe(before);
  });
});
