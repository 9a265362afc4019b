import { createAgentMemory, estimatingCounter, fixedBudget } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { sessionCatalog } from '@agent-memory/sessions';
import { afterEach, expect, test } from 'vitest';

const DATABASE = 'session-catalog-test';

afterEach(
  () =>
    new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(DATABASE);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    }),
);

test('[STO-5] [STO-12] a session in IndexedDB is exported, deleted and imported again, all but its system text', async () => {
  const store = indexedDbStore({ databaseName: DATABASE });
  const memory = createAgentMemory({
    id: 'trip',
    system: () => 'Answer briefly.',
    budget: fixedBudget(400),
    store,
    // An import estimates its figures; exact counts may or may not arrive before the export.
    tokenCounter: estimatingCounter,
  });
  await memory.append({ id: 'u1', role: 'user', content: 'Book ZFA04Y for 2026-05-20.' });
  for (let turn = 0; turn < 8; turn += 1) {
    await memory.append({ role: 'assistant', content: `REF-${turn}0011 `.repeat(60) });
    await memory.append({ role: 'user', content: `Next ${turn}` });
    await memory.assemble();
  }
  const before = memory.getState().headId;
  await memory.append({ id: 'answer', role: 'assistant', content: 'One way.' });
  await memory.append(
    { id: 'other', role: 'assistant', content: 'The other way.' },
    { after: before },
  );
  await memory.patchScratchpad({ objective: 'Lyon' });
  await memory.dispose();

  const sessions = sessionCatalog(store);
  await sessions.rename('trip', 'Trip to Lyon');
  const stored = await store.load('trip');
  expect(stored?.compactions).not.toEqual([]);
  const file = JSON.stringify(await sessions.export('trip'));
  await sessions.delete('trip');
  expect(await sessions.list()).toEqual([]);

  const info = await sessions.import(JSON.parse(file));
  expect(info).toMatchObject({ ...stored?.info, from: 'backup' });
  expect(await sessions.list()).toEqual([stored?.info]);
  const { system, ...imported } = stored ?? {};
  expect(system).toBe('Answer briefly.');
  expect(await store.load('trip')).toEqual(imported);
  await store.close();
});

test('[STO-5] values that JSON cannot say go through a file into IndexedDB', async () => {
  const store = indexedDbStore({ databaseName: DATABASE });
  const value = {
    when: new Date(0),
    map: new Map([['a', new Set([1n])]]),
    odd: [Number.NaN, undefined],
  };
  await store.commit('pad', { atMs: 1, scratchpad: { value } });
  const sessions = sessionCatalog(store);
  const file = JSON.stringify(await sessions.export('pad'));
  await sessions.import(JSON.parse(file), { id: 'copy' });
  expect((await store.load('copy'))?.scratchpad).toEqual(value);
  for (const photo of [new Blob(['x']), Uint8Array.of(1, 2)]) {
    await store.commit('blob', { atMs: 1, scratchpad: { value: { photo } } });
    await expect(sessions.export('blob')).rejects.toMatchObject({
      code: 'INVALID_SESSION_FILE',
      field: 'session.scratchpad.photo',
    });
  }
  await store.close();
});
