import { expect, test, vi } from 'vitest';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import { fetchStoreCode } from './fetch-store-code.ts';

vi.mock('./fetch-store-code.ts', async (original) => {
  const { fetchStoreCode: fetch } = await original<typeof import('./fetch-store-code.ts')>();
  return { fetchStoreCode: vi.fn(fetch) };
});

test.each([0, 1, 2, 3, 5])(
  '[STO-8] what was said while the code of the store could not be fetched stands behind %i stored messages',
  async (stored) => {
    const store = inMemoryStore();
    const clock = aSimulatedClock();
    const open = () => createAgentMemory({ id: 'trip', contextWindow: 32_000, store, clock });
    const texts = (entries: readonly { readonly id: string }[] = []) => entries.map(({ id }) => id);
    const before = open();
    const known = Array.from({ length: stored }, (_, index) => `stored-${index}`);
    for (const id of known) await before.append({ id, role: 'user', content: id });
    if (stored > 0) await before.notes.set('seat', '14C');
    await before.dispose();
    vi.mocked(fetchStoreCode).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const memory = open();
    await memory.append({ id: 'question', role: 'user', content: 'Is anybody here?' });
    await memory.notes.set('gate', 'B12');
    await memory.assemble();
    await memory.append({ id: 'answer', role: 'assistant', content: 'Yes.' });
    expect(memory.getState()).toMatchObject({ degraded: [{ code: 'STORE_UNAVAILABLE' }] });
    const all = [...known, 'question', 'answer'];
    // A page that waits for the store reads the conversation as soon as the trouble is over.
    const shown: (readonly string[])[] = [];
    memory.subscribe(() => {
      if (memory.getState().degraded.length === 0) shown.push(texts(memory.entries()));
    });
    clock.advance(1_000);
    await expect.poll(() => texts(memory.entries())).toEqual(all);
    await expect.poll(() => memory.getState().store.owed).toBe(0);
    await expect.poll(() => shown.length).toBeGreaterThan(0);
    expect(shown[0]).toEqual(all);
    expect(texts((await store.load('trip'))?.entries)).toEqual(all);
    expect(memory.getState()).toMatchObject({ degraded: [], error: undefined });
    expect(memory.notes.all()).toEqual({ ...(stored > 0 && { seat: '14C' }), gate: 'B12' });
    await memory.append({ id: 'more', role: 'user', content: 'More.' });
    expect(texts((await store.load('trip'))?.entries)).toEqual([...all, 'more']);
    await memory.dispose();
  },
);
