import { describe, expect, test } from 'vitest';
import { StoreUnavailableError } from '../ground/errors/errors.ts';
import { readCompactionOptions } from '../state/settings.ts';
import { initialSnapshot } from '../state/snapshot.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore, StoredSession } from '../store/memory-store.ts';
import { aChange, aTextMessage, START_MS, someEntries } from '../testing/builders.ts';
import { noRebase } from '../testing/no-rebase.ts';
import { aScriptedStore } from '../testing/scripted-store.ts';
import { aSilentStore } from '../testing/silent-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { aTroubledDisk } from '../testing/troubled-disk.ts';
import { TroubledPage } from '../testing/troubled-page.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import { EffectRunner } from './store/effect-runner.ts';
import { Writer } from './store/writer.ts';
import type { WriterHost } from './store/writer-host.ts';

const unavailable = new StoreUnavailableError('The disk is gone.');
const say = (memory: AgentMemory, id: string) => memory.append({ id, role: 'user', content: id });

describe('a store that cannot be read when the session is opened', () => {
  function aDisk() {
    const inner = inMemoryStore();
    const disk = { ...aScriptedStore(inner), name: 'disk', persistent: true };
    const clock = aSimulatedClock();
    const open = () => createAgentMemory({ id: 'trip', contextWindow: 32_000, store: disk, clock });
    return { inner, disk, clock, open };
  }

  /** A memory of a stored message that could not be read, and can be from now on. */
  async function openedUnread(
    disk: ReturnType<typeof aDisk>['disk'],
    open: () => AgentMemory,
  ): Promise<AgentMemory> {
    const before = open();
    await say(before, 'one');
    await before.dispose();
    disk.failAll(['load'], unavailable);
    const memory = open();
    await memory.ready;
    disk.heal();
    return memory;
  }

  test('[STO-8] is read by itself when it works, and the session shows what is stored', async () => {
    const { inner, disk, clock, open } = aDisk();
    const before = open();
    await say(before, 'one');
    await before.notes.set('seat', '14C');
    await before.dispose();
    disk.failAll(['load'], unavailable);
    const memory = open();
    await memory.ready;
    expect(memory.getState()).toMatchObject({
      entries: 0,
      degraded: [{ code: 'STORE_UNAVAILABLE' }],
      store: { persistent: false, owed: 0 },
    });
    disk.heal();
    clock.advance(1_000);
    await expect.poll(() => memory.getState().entries).toBe(1);
    expect(memory.getState()).toMatchObject({ degraded: [], store: { name: 'disk' } });
    expect(memory.notes.get('seat')).toBe('14C');
    expect((await say(memory, 'two'))[0]?.durable).toBe(true);
    expect((await inner.load('trip'))?.entries).toHaveLength(2);
    await memory.dispose();
  });

  test('[STO-2] with an error of its own making takes what was said when it works', async () => {
    const { inner, disk, clock, open } = aDisk();
    disk.failAll(['load', 'commit'], new TypeError('Failed to fetch'));
    const memory = open();
    expect((await say(memory, 'one'))[0]?.durable).toBe(false);
    expect(memory.getState().degraded).toMatchObject([{ code: 'STORE_UNAVAILABLE' }]);
    disk.heal();
    clock.advance(1_000);
    await expect.poll(() => memory.getState().store.owed).toBe(0);
    expect((await inner.load('trip'))?.entries).toHaveLength(1);
    expect(memory.getState()).toMatchObject({ degraded: [], error: undefined });
    await memory.dispose();
  });

  test('[STO-8] that turns out to hold a history gets what was said meanwhile behind it', async () => {
    const { inner, disk, clock, open } = aDisk();
    const before = open();
    await say(before, 'one');
    await before.notes.set('seat', '14C');
    await before.dispose();
    disk.failAll(['load', 'commit'], unavailable);
    const memory = open();
    expect((await say(memory, 'two'))[0]?.durable).toBe(false);
    await memory.notes.set('gate', 'B12');
    disk.heal();
    clock.advance(1_000);
    await expect.poll(() => memory.getState()).toMatchObject({ entries: 2, store: { owed: 0 } });
    const ids = (entries: readonly { readonly id: string }[] = []) => entries.map(({ id }) => id);
    expect(await memory.messages()).toMatchObject([{ content: 'one' }, { content: 'two' }]);
    expect(ids((await inner.load('trip'))?.entries)).toEqual(['one', 'two']);
    expect(memory.notes.get('seat')).toBe('14C');
    expect(memory.notes.get('gate')).toBe('B12');
    expect(memory.getState()).toMatchObject({ degraded: [], error: undefined });
    expect((await say(memory, 'three'))[0]?.durable).toBe(true);
    await memory.dispose();
  });

  test('[STO-8] is read by `reload`, too', async () => {
    const { disk, open } = aDisk();
    const memory = await openedUnread(disk, open);
    await memory.reload();
    expect(memory.entries().map(({ id }) => id)).toEqual(['one']);
    expect(memory.getState()).toMatchObject({ degraded: [], error: undefined });
    await memory.dispose();
  });

  test('[STO-8] gets what is said while it is read late', async () => {
    const disk = aTroubledDisk();
    const before = new TroubledPage(disk.tab());
    await say(before.memory, 'one');
    const tab = disk.tab();
    tab.have('gone');
    const { memory } = new TroubledPage(tab);
    await memory.ready;
    tab.have('busy');
    const { activity } = disk;
    const reloaded = memory.reload();
    await expect.poll(() => disk.activity).toBeGreaterThan(activity);
    const said = say(memory, 'two');
    await expect.poll(() => memory.getState().entries).toBe(1);
    tab.have('none');
    await Promise.all([reloaded, said]);
    expect(await memory.messages()).toMatchObject([{ content: 'one' }, { content: 'two' }]);
    expect((await disk.stored())?.entries).toMatchObject([{ id: 'one' }, { id: 'two' }]);
  });

  test('[STO-8] [NS-2] once only takes what is said right behind it, and shows what it held', async () => {
    const { inner, disk, open } = aDisk();
    const memory = await openedUnread(disk, open);
    await say(memory, 'two');
    await expect.poll(() => memory.getState()).toMatchObject({ entries: 2, store: { owed: 0 } });
    const ids = (entries: readonly { readonly id: string }[] = []) => entries.map(({ id }) => id);
    expect(ids((await inner.load('trip'))?.entries)).toEqual(['one', 'two']);
    expect(await memory.messages()).toMatchObject([{ content: 'one' }, { content: 'two' }]);
    expect(memory.getState()).toMatchObject({ degraded: [], error: undefined });
    expect((await say(memory, 'three'))[0]?.durable).toBe(true);
    await memory.reload();
    await memory.dispose();
  });
});

describe('code for the store that cannot be fetched', () => {
  function aRunner(store: MemoryStore, whenNotStored: 'keep' | 'reject' = 'keep') {
    const rules = readCompactionOptions();
    const settings = { policy: 'token-budget', rules, encoding: 'simple', policyIndex: 0 };
    const begin = { id: 'trip', budget: fixedBudget(1_000), ...settings, scratchpad: {} };
    const clock = aSimulatedClock();
    const runner = new EffectRunner(initialSnapshot(begin), store, clock, whenNotStored);
    let isOnline = false;
    const fetches: boolean[] = [];
    const makeWriter = async (host: WriterHost<object>) => {
      fetches.push(isOnline);
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
      const options = {
        clock,
        whenNotStored: 'keep',
        storable: undefined,
        reader: noRebase,
      } as const;
      return new Writer(host, store, options);
    };
    const goOnline = () => {
      isOnline = true;
    };
    return { runner, clock, fetches, makeWriter, goOnline };
  }

  function say(runner: EffectRunner<object>, id: string): Promise<void> {
    const message = aTextMessage('user', 'Where is order ZFA04Y?');
    const draft = { id, createdAtMs: START_MS, message, tokens: simpleMeasurer.message(message) };
    return runner.dispatch({ type: 'append', drafts: [draft] });
  }

  test('[STO-8] is fetched again by itself, and the session that is stored is read then', async () => {
    const disk = aSilentStore();
    await disk.commit('trip', aChange({ entries: someEntries(0, 2) }));
    const { runner, clock, fetches, makeWriter, goOnline } = aRunner(disk);
    const late: (StoredSession | undefined)[] = [];
    expect(await runner.load(makeWriter, (stored) => late.push(stored))).toBeUndefined();
    clock.advance(1_000);
    await expect.poll(() => fetches).toEqual([false, false]);
    goOnline();
    await expect
      .poll(() => {
        clock.advance(1_000);
        return late.map((stored) => stored?.entries.length);
      })
      .toEqual([2]);
    expect(runner.snapshot).toMatchObject({ degraded: [], error: undefined });
    expect(runner.store).toMatchObject({ name: 'disk', persistent: true });
    await runner.end();
  });

  test('[STO-8] what was said meanwhile is stored when it comes', async () => {
    const disk = aSilentStore();
    const { runner, clock, makeWriter, goOnline } = aRunner(disk);
    await runner.load(makeWriter);
    await say(runner, 'e1');
    await runner.dispatch({ type: 'scratchpad-set', scratchpad: { at: 'Lyon' } });
    await say(runner, 'e2');
    expect(runner.acknowledged(runner.snapshot.transcript.log.slice(0, 2))).toMatchObject([
      { durable: false },
      { durable: false },
    ]);
    expect(runner.snapshot.owed).toBe(2);
    goOnline();
    clock.advance(1_000);
    await expect.poll(() => runner.snapshot.owed).toBe(0);
    expect(await disk.load('trip')).toMatchObject({
      entries: [{ id: 'e1' }, { id: 'e2' }],
      scratchpad: { at: 'Lyon' },
    });
    await say(runner, 'e3');
    expect((await disk.load('trip'))?.entries).toHaveLength(3);
    await runner.end();
  });

  test('[STO-8] what was said is stored by the end of the session, where it can be had by then', async () => {
    const disk = aSilentStore();
    const { runner, makeWriter, goOnline } = aRunner(disk);
    await runner.load(makeWriter);
    await say(runner, 'e1');
    goOnline();
    await runner.end();
    expect((await disk.load('trip'))?.entries).toMatchObject([{ id: 'e1' }]);
  });

  test('[STO-8] is a rejection of what is said, where the caller chose that', async () => {
    const { runner, makeWriter } = aRunner(aSilentStore(), 'reject');
    await runner.load(makeWriter);
    await say(runner, 'e1');
    expect(() => runner.acknowledged(runner.snapshot.transcript.log.slice(0, 1))).toThrow(
      expect.objectContaining({
        code: 'NOT_STORED',
        entries: [expect.objectContaining({ id: 'e1' })],
      }),
    );
    await runner.end();
  });

  test('[STO-8] that never comes does not hold the session up', async () => {
    const disk = aSilentStore();
    const { runner, clock } = aRunner(disk);
    const loading = runner.load(() => new Promise<never>(() => undefined));
    clock.advance(4_900);
    expect(await loading).toBeUndefined();
    expect(runner.snapshot.degraded).toMatchObject([{ code: 'STORE_UNAVAILABLE' }]);
    await runner.end();
  });

  test('[STO-8] that reads for longer than the opening waits goes on with that reading', async () => {
    const disk = aSilentStore();
    const { runner, clock, fetches, makeWriter, goOnline } = aRunner(disk);
    goOnline();
    disk.fallSilent();
    const loading = runner.load(makeWriter);
    await expect.poll(() => fetches).toEqual([true]);
    clock.advance(4_900);
    expect(await loading).toBeUndefined();
    await say(runner, 'said');
    expect(runner.snapshot.owed).toBe(1);
    clock.advance(1_000);
    disk.speak();
    await expect.poll(() => runner.snapshot).toMatchObject({ owed: 0, degraded: [] });
    expect((await disk.load('trip'))?.entries).toMatchObject([{ id: 'said' }]);
    expect(fetches).toEqual([true]);
    await runner.end();
  });

  test('[STO-2] [STO-8] what was said beside a reading that never ended waits for the next memory of the page', async () => {
    const disk = aSilentStore();
    const { runner, clock, fetches, makeWriter, goOnline } = aRunner(disk);
    goOnline();
    disk.fallSilent();
    const loading = runner.load(makeWriter);
    await expect.poll(() => fetches).toEqual([true]);
    clock.advance(4_900);
    await loading;
    await say(runner, 'said');
    let isOver = false;
    const ended = runner.end().then(() => {
      isOver = true;
    });
    await expect
      .poll(() => {
        clock.advance(1_000);
        return isOver;
      })
      .toBe(true);
    await ended;
    disk.speak();
    const next = aRunner(disk);
    next.goOnline();
    expect(await next.runner.load(next.makeWriter)).toMatchObject({ entries: [{ id: 'said' }] });
    await next.runner.writer?.opened();
    expect((await disk.load('trip'))?.entries).toMatchObject([{ id: 'said' }]);
    await next.runner.end();
  });

  test('[STO-2] a session that is damaged whole is not tried again', async () => {
    const inner = inMemoryStore();
    await inner.commit('trip', aChange({ entries: someEntries(0, 2) }));
    const damaged = {
      ...aScriptedStore(inner),
      load: async (id: string) => {
        const stored = await inner.load(id);
        return stored && { ...stored, headId: 'nobody' };
      },
    };
    const { runner, clock, fetches, makeWriter, goOnline } = aRunner(damaged);
    goOnline();
    await runner.load(makeWriter);
    expect(runner.snapshot.error).toMatchObject({ code: 'STORE_CORRUPT' });
    clock.advance(600_000);
    await say(runner, 'e1');
    expect(fetches).toEqual([true]);
    expect(runner.snapshot.owed).toBe(1);
    await runner.end();
  });
});
