import { sessionCatalog } from '@agent-memory/sessions';
import { describe, expect, test } from 'vitest';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aChange, someEntries } from '../testing/builders.ts';
import { aSilentStore } from '../testing/silent-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import type { AgentMemory } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const PROMISED_MS = 5_000;

/** A disk that can fall silent, and a clock that tells how long calls took. */
function aDisk() {
  const inner = inMemoryStore();
  const disk = aSilentStore(inner);
  const clock = aSimulatedClock();
  const open = () => createAgentMemory({ id: 'trip', contextWindow: 32_000, store: disk, clock });
  /** Lets time pass until a call has settled; gives how long that took. */
  async function msUntilSettled(call: Promise<unknown>): Promise<number> {
    const beganAtMs = clock.nowMs();
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    call.then(settle, settle);
    for (let waited = 0; waited <= 20_000; waited += 50) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isSettled) return clock.nowMs() - beganAtMs;
      clock.advance(50);
    }
    throw new Error('The call never settled.');
  }
  return { inner, disk, clock, open, msUntilSettled };
}

const say = (memory: AgentMemory, id: string) => memory.append({ id, role: 'user', content: id });

describe('with a store that gives no answer', () => {
  test.each([
    ['ready', (memory: AgentMemory) => memory.ready],
    ['append', (memory: AgentMemory) => say(memory, 'one')],
    ['assemble', (memory: AgentMemory) => memory.assemble()],
    ['patchScratchpad', (memory: AgentMemory) => memory.patchScratchpad({ objective: 'Wait' })],
    ['writeBack', (memory: AgentMemory) => memory.writeBack()],
    [
      'dispose',
      (memory: AgentMemory) => {
        void memory.ready;
        return memory.dispose();
      },
    ],
  ])('[STO-8] `%s` settles within five seconds, also as the first call', async (_, call) => {
    const { disk, open, msUntilSettled } = aDisk();
    disk.fallSilent();
    const memory = open();
    expect(await msUntilSettled(call(memory))).toBeLessThanOrEqual(PROMISED_MS);
    disk.speak();
    await memory.dispose();
  });

  test('[STO-8] an append in the middle of a session is kept and not durable within five seconds', async () => {
    const { inner, disk, clock, open, msUntilSettled } = aDisk();
    const memory = open();
    await say(memory, 'one');
    disk.fallSilent();
    const appends = [say(memory, 'two'), say(memory, 'three')];
    expect(await msUntilSettled(Promise.all(appends))).toBeLessThanOrEqual(PROMISED_MS);
    expect((await Promise.all(appends)).flat().map(({ durable }) => durable)).toEqual([
      false,
      false,
    ]);
    expect(memory.getState()).toMatchObject({
      store: { persistent: false, owed: 2 },
      degraded: [{ code: 'STORE_WRITE_FAILED', message: expect.stringContaining('no answer') }],
    });
    disk.speak();
    await expect
      .poll(() => {
        clock.advance(1_000);
        return memory.getState().store.owed;
      })
      .toBe(0);
    expect((await inner.load('trip'))?.entries).toHaveLength(3);
    await memory.dispose();
  });

  test('[STO-8] the end of a session waits for one limit in all, and the next memory has every word', async () => {
    const { disk, clock, open, msUntilSettled } = aDisk();
    const memory = open();
    await say(memory, 'one');
    disk.fallSilent();
    const pending = say(memory, 'two');
    await expect.poll(() => memory.entries()).toHaveLength(2);
    clock.advance(2_000);
    expect(await msUntilSettled(memory.dispose())).toBeLessThanOrEqual(PROMISED_MS);
    expect((await pending)[0]?.durable).toBe(false);
    disk.speak();
    const again = open();
    await again.ready;
    expect(again.entries().map(({ id }) => id)).toEqual(['one', 'two']);
    await again.dispose();
  });

  const file = async () => {
    const store = inMemoryStore();
    await store.commit('trip', aChange({ entries: someEntries(0, 2) }));
    return sessionCatalog(store).export('trip');
  };

  test.each([
    ['list', async () => (catalog: Catalog) => catalog.list()],
    ['export', async () => (catalog: Catalog) => catalog.export('trip')],
    ['rename', async () => (catalog: Catalog) => catalog.rename('trip', 'Lyon')],
    ['delete', async () => (catalog: Catalog) => catalog.delete('trip')],
    [
      'import',
      async () => {
        const exported = await file();
        // Fetching code is no waiting for the store.
        await sessionCatalog(inMemoryStore()).import(exported);
        return (catalog: Catalog) => catalog.import(exported);
      },
    ],
  ])('[STO-8] `%s` of a catalog rejects within five seconds', async (_, made) => {
    const { disk, clock, msUntilSettled } = aDisk();
    const call = await made();
    disk.fallSilent();
    const outcome = call(sessionCatalog(disk, { clock })).catch((error: unknown) => error);
    expect(await msUntilSettled(outcome)).toBeLessThanOrEqual(PROMISED_MS);
    expect(await outcome).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});

type Catalog = ReturnType<typeof sessionCatalog>;
