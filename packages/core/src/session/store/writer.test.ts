import { sessionCatalog } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { inMemoryStore } from '../../store/in-memory-store.ts';
import type { MemoryStore } from '../../store/memory-store.ts';
import { aChange, someEntries } from '../../testing/builders.ts';
import { aScriptedStore } from '../../testing/scripted-store.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import { createAgentMemory } from '../create-agent-memory.ts';

function aMemory(store: MemoryStore, redact?: (text: string) => string) {
  return createAgentMemory({
    id: 'session',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    store,
    ...(redact && { redact }),
  });
}

test('[STO-2] [HIS-1] what could not be read beside the conversation is a degradation, and the conversation continues', async () => {
  const inner = inMemoryStore();
  await inner.commit('session', aChange({ entries: someEntries(0, 2) }));
  const damaged = ['Record 5 of its history is damaged.', 'The part "ledger" is damaged.'];
  const store: MemoryStore = {
    ...aScriptedStore(inner),
    async load(id) {
      const stored = await inner.load(id);
      return stored && { ...stored, damaged };
    },
  };
  const memory = aMemory(store);
  await memory.append({ role: 'user', content: 'Go on.' });
  expect(memory.entries()).toHaveLength(3);
  expect(memory.getState().degraded).toEqual([
    {
      code: 'STORED_STATE_DAMAGED',
      message:
        'Some of what is stored of this session cannot be read: Record 5 of its history is ' +
        'damaged. The part "ledger" is damaged. Everything else is there. What cannot be ' +
        'read stays stored until its place is needed.',
      details: damaged,
    },
  ]);
  expect((await memory.assemble()).plan.degraded.map(({ code }) => code)).toEqual([
    'STORED_STATE_DAMAGED',
  ]);
  await memory.dispose();
});

test('[STO-4] [STO-5] what could not be stored for a while is stored with the next change, and each entry once', async () => {
  const store = aScriptedStore(inMemoryStore());
  let isBroken = true;
  const memory = aMemory(store, (text) => {
    if (isBroken) throw new Error('bad pattern');
    return text;
  });
  for (const content of ['One', 'Two', 'Three']) {
    await expect(memory.append({ role: 'user', content })).rejects.toThrow('bad pattern');
  }
  await expect(memory.patchScratchpad({ objective: 'Count' })).rejects.toThrow('bad pattern');
  await expect(memory.moveHead(memory.entries()[0]?.id ?? null)).rejects.toThrow('bad pattern');
  expect(await store.load('session')).toBeUndefined();
  isBroken = false;
  await memory.append({ id: 'four', role: 'user', content: 'Four' });
  const stored = await store.load('session');
  expect(stored?.entries.map(({ message }) => message.parts)).toEqual(
    ['One', 'Two', 'Three', 'Four'].map((text) => [{ type: 'text', text }]),
  );
  expect(stored).toMatchObject({ headId: 'four', scratchpad: { objective: 'Count' } });
  // One where both changes are ready in time to be joined.
  expect(store.calls.filter((call) => call === 'commit').length).toBeLessThanOrEqual(2);
  await memory.dispose();
});

test.each(['deleted and started over', 'deleted and imported'])(
  '[STO-1] [NS-2] of a memory whose session was %s elsewhere the new words are a branch, and the new one is whole',
  async (how) => {
    const isImported = how === 'deleted and imported';
    const [store, elsewhere] = [inMemoryStore(), inMemoryStore()];
    const catalog = sessionCatalog(store);
    const old = aMemory(store);
    await old.append({ role: 'user', content: 'One', id: 'old-1' });
    await catalog.delete('session');
    // A store object of its own, as another tab has: nothing tells the old memory of it.
    const anew = aMemory(isImported ? elsewhere : aScriptedStore(store));
    await anew.append({ role: 'user', content: 'Two', id: 'new-1' });
    if (isImported) {
      await catalog.import(await sessionCatalog(elsewhere).export('session'));
    }
    await old.append({ role: 'user', content: 'Three', id: 'old-2' });
    const stored = await store.load('session');
    expect(stored?.entries.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['new-1', null],
      ['old-2', null],
    ]);
    expect(stored?.headId).toBe('new-1');
    expect(old.entries().map(({ id }) => id)).toEqual(['new-1']);
    expect(old.getState().degraded).toMatchObject([{ code: 'STORED_AS_BRANCH' }]);
    await old.append({ role: 'user', content: 'Four', id: 'old-3' });
    const reloaded = aMemory(store);
    await reloaded.append({ role: 'assistant', content: 'Five', id: 'new-2' });
    expect(reloaded.entries().map(({ id }) => id)).toEqual(['new-1', 'old-3', 'new-2']);
    expect(reloaded.getState()).toMatchObject({ status: 'ready', degraded: [] });
    for (const memory of [old, anew, reloaded]) await memory.dispose();
  },
);
