import { sessionCatalog } from '@agent-memory/sessions';
import { describe, expect, test } from 'vitest';
import {
  QuotaExceededStoreError,
  SessionClearedError,
  type StoreLoss,
  StoreResetError,
} from '../ground/errors/store-errors.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { aChange, anEntry } from '../testing/builders.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

/** A disk that can lose everything, and memories of one session on it. */
function aDisk(loss?: StoreLoss) {
  const inner = inMemoryStore();
  const clock = aSimulatedClock();
  const lost = { loss: undefined as StoreLoss | undefined };
  const disk: MemoryStore & ReturnType<typeof aScriptedStore> = {
    ...aScriptedStore(inner),
    name: 'disk',
    persistent: true,
    lossOf: () => lost.loss,
  };
  const open = (options: Partial<AgentMemoryOptions> = {}) =>
    createAgentMemory({ id: 'trip', contextWindow: 32_000, store: disk, clock, ...options });
  const clear = async () => {
    await inner.delete('trip');
    lost.loss = loss;
  };
  return { disk, inner, clock, open, clear };
}

const say = (memory: AgentMemory, id: string) => memory.append({ id, role: 'user', content: id });
const idsOf = (memory: AgentMemory) => memory.entries().map(({ id }) => id);
const codesOf = (memory: AgentMemory) => memory.getState().degraded.map(({ code }) => code);
const storedIds = async (store: MemoryStore) =>
  (await store.load('trip'))?.entries.map(({ id }) => id);

/** A session with a branch, a note, a scratchpad and a title. */
async function aRichSession(memory: AgentMemory, disk: MemoryStore) {
  await say(memory, 'one');
  await say(memory, 'two');
  await memory.append({ id: 'edited', role: 'user', content: 'Two, edited' }, { after: 'one' });
  await memory.notes.set('seat', '14C');
  await memory.patchScratchpad({ objective: 'Count' });
  await memory.assemble();
  await disk.commit('trip', { atMs: 5, title: { value: 'Counting' } });
}

describe('a session that was cleared while it was open', () => {
  test('[STO-7] is said to be gone, goes on in the page, and is nobody else’s fault', async () => {
    const { inner, open, clear } = aDisk();
    const memory = open();
    await say(memory, 'one');
    await clear();
    const [entry] = await say(memory, 'two');
    expect(entry).toMatchObject({ id: 'two', durable: false });
    const { error, store } = memory.getState();
    expect(error).toBeInstanceOf(SessionClearedError);
    expect(error).toMatchObject({ code: 'SESSION_CLEARED', entries: 1 });
    expect(error?.message).toContain('writeBack()');
    expect(error?.message).not.toContain('another tab');
    expect(store).toEqual({ name: 'memory', persistent: false, owed: 2, leads: true });
    expect(codesOf(memory)).toEqual(['SESSION_CLEARED']);
    expect((await memory.assemble()).plan.degraded.map(({ code }) => code)).toEqual([
      'SESSION_CLEARED',
    ]);
    expect(await inner.load('trip')).toBeUndefined();
    await memory.dispose();
  });

  test('[STO-7] is written back whole when somebody asks for it', async () => {
    const { disk, inner, open, clear } = aDisk();
    const before = open();
    await aRichSession(before, disk);
    await before.dispose();
    const memory = open();
    await memory.ready;
    const stored = await inner.load('trip');
    await clear();
    await say(memory, 'three');
    expect(await memory.writeBack()).toBe(4);
    expect(await inner.load('trip')).toMatchObject({
      ...stored,
      headId: 'three',
      info: { ...stored?.info, entries: 4, shown: 3, updatedAtMs: expect.any(Number) },
      entries: [...(stored?.entries ?? []), { id: 'three' }],
      history: expect.arrayContaining([...(stored?.history ?? [])]),
    });
    expect(memory.getState()).toMatchObject({
      status: 'ready',
      error: undefined,
      degraded: [],
      store: { name: 'disk', persistent: true, owed: 0, leads: true },
    });
    expect((await say(memory, 'four'))[0]?.durable).toBe(true);
    expect(await memory.writeBack()).toBe(0);
    await memory.dispose();
  });

  test('[STO-7] is written back behind the beginning of it that is left', async () => {
    const { inner, open, clear } = aDisk();
    const memory = open();
    await say(memory, 'one');
    const beginning = (await inner.load('trip'))?.entries ?? [];
    await say(memory, 'two');
    await clear();
    await inner.commit('trip', aChange({ entries: beginning }));
    await say(memory, 'three');
    expect(codesOf(memory)).toEqual(['SESSION_CLEARED']);
    await memory.writeBack();
    expect(await storedIds(inner)).toEqual(['one', 'two', 'three']);
    await memory.dispose();
  });

  test('[STO-7] is offered again when the page opens it again, and is gone once it was deleted here', async () => {
    const { disk, open, clear } = aDisk();
    const memory = open();
    await say(memory, 'one');
    await clear();
    await say(memory, 'two');
    await memory.dispose();
    const again = open();
    await again.ready;
    expect(idsOf(again)).toEqual(['one', 'two']);
    expect(codesOf(again)).toEqual(['SESSION_CLEARED']);
    expect(await again.writeBack()).toBe(2);
    await again.dispose();
    await clear();
    const third = open();
    await third.ready;
    await third.dispose();
    await sessionCatalog(disk).delete('trip');
    const last = open();
    await last.ready;
    expect(idsOf(last)).toEqual([]);
    expect(codesOf(last)).toEqual([]);
    await last.dispose();
  });

  test('[STO-7] [NS-2] is written back beside a session that somebody began in its place', async () => {
    const { inner, open, clear } = aDisk();
    const memory = open();
    await say(memory, 'one');
    await clear();
    await say(memory, 'two');
    await inner.commit('trip', aChange({ entries: [anEntry({ id: 'theirs' })] }));
    expect(await memory.writeBack()).toBe(2);
    expect(await storedIds(inner)).toEqual(['theirs', 'one', 'two']);
    expect(codesOf(memory)).toEqual([]);
    await memory.dispose();
  });

  test('[STO-5] stays deleted where this page deleted it on purpose', async () => {
    const { disk, inner, open } = aDisk();
    const memory = open();
    await say(memory, 'one');
    await sessionCatalog(disk).delete('trip');
    await expect(say(memory, 'two')).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    expect(codesOf(memory)).toEqual([]);
    await memory.dispose();
    expect(await inner.load('trip')).toBeUndefined();
  });
});

describe('a store that the browser reset', () => {
  const loss: StoreLoss = { kind: 'reset', entries: 2, sessions: 2 };

  test('[STO-7] gets the session back from a page that holds it, by itself, and the state says so', async () => {
    const { inner, open, clear } = aDisk(loss);
    const memory = open();
    const told: MemoryEvent['type'][] = [];
    await say(memory, 'one');
    await say(memory, 'two');
    memory.onEvent(({ type }) => told.push(type));
    await clear();
    expect((await say(memory, 'three'))[0]?.durable).toBe(true);
    expect(await storedIds(inner)).toEqual(['one', 'two', 'three']);
    const { error, store } = memory.getState();
    expect(error).toBeInstanceOf(StoreResetError);
    expect(error).toMatchObject({ code: 'STORE_RESET', loss, isHeld: true });
    expect(error?.message).toContain('Other sessions that are gone: 1.');
    expect(error?.message).toContain('has stored it again');
    expect(store).toEqual({ name: 'disk', persistent: true, owed: 0, leads: true });
    expect(codesOf(memory)).toEqual(['STORE_RESET']);
    expect(told).toContain('degradation-add');
    await memory.dispose();
  });

  test('[STO-7] that takes nothing is owed the session, and gets it when it works again', async () => {
    const { disk, inner, clock, open, clear } = aDisk(loss);
    const memory = open();
    await say(memory, 'one');
    await say(memory, 'two');
    await clear();
    disk.failAll(['commit'], new QuotaExceededStoreError());
    expect((await say(memory, 'three'))[0]?.durable).toBe(false);
    disk.heal();
    clock.advance(1_000);
    await expect.poll(() => storedIds(inner)).toEqual(['one', 'two', 'three']);
    await memory.dispose();
  });

  test('[STO-7] gets back what a memory of this page left behind, too', async () => {
    const { disk, inner, clock, open, clear } = aDisk(loss);
    const before = open();
    await say(before, 'one');
    await say(before, 'two');
    disk.failAll(['commit'], new QuotaExceededStoreError());
    await say(before, 'three');
    await before.dispose();
    await clear();
    disk.heal();
    const memory = open();
    await memory.ready;
    expect(idsOf(memory)).toEqual(['one', 'two', 'three']);
    clock.advance(1_000);
    await expect.poll(() => storedIds(inner)).toEqual(['one', 'two', 'three']);
    await memory.dispose();
  });

  test('[STO-7] that lost a session which no page holds says what was there, and it begins anew', async () => {
    const { inner, open, clear } = aDisk(loss);
    await clear();
    const memory = open();
    await memory.ready;
    expect(memory.getState()).toMatchObject({
      error: { code: 'STORE_RESET', loss, isHeld: false },
      degraded: [{ code: 'STORE_RESET', message: expect.stringContaining('(2 messages)') }],
    });
    expect((await say(memory, 'anew'))[0]?.durable).toBe(true);
    expect(await storedIds(inner)).toEqual(['anew']);
    await memory.dispose();
  });
});

describe('a session that was cleared and is back in its store', () => {
  async function restoredElsewhere() {
    const { disk, inner, open, clear } = aDisk();
    const memory = open();
    await say(memory, 'one');
    await say(memory, 'two');
    const stored = await inner.load('trip');
    await clear();
    await memory.reload();
    expect(codesOf(memory)).toEqual(['SESSION_CLEARED']);
    const restore = () => inner.commit('trip', aChange({ entries: stored?.entries ?? [] }));
    return { memory, disk, inner, restore };
  }

  test('[STO-7] goes on in it, and nothing is to be written back', async () => {
    const { memory, restore } = await restoredElsewhere();
    await restore();
    await memory.reload();
    expect(memory.getState()).toMatchObject({
      ...{ degraded: [], error: undefined },
      store: { name: 'disk', persistent: true, owed: 0 },
    });
    expect(idsOf(memory)).toEqual(['one', 'two']);
  });

  test('[STO-7] gets what was said meanwhile', async () => {
    const { memory, inner, restore } = await restoredElsewhere();
    expect((await say(memory, 'three'))[0]?.durable).toBe(false);
    await restore();
    await memory.reload();
    expect(codesOf(memory)).toEqual([]);
    expect(await storedIds(inner)).toEqual(['one', 'two', 'three']);
    expect((await say(memory, 'four'))[0]?.durable).toBe(true);
  });

  test('[STO-7] stays cleared where another session has its id: nothing of this page is dropped', async () => {
    const { memory, inner } = await restoredElsewhere();
    await inner.commit('trip', aChange({ entries: [anEntry({ id: 'other' })] }));
    await memory.reload();
    expect(codesOf(memory)).toEqual(['SESSION_CLEARED']);
    expect(idsOf(memory)).toEqual(['one', 'two']);
  });
});
