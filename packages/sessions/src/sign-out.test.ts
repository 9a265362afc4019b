import {
  createAgentMemory,
  inMemoryStore,
  type MemoryStore,
  StoreUnavailableError,
} from '@agent-memory/core';
import { expect, test } from 'vitest';
import { sessionCatalog } from './session-catalog.ts';
import { signOut } from './sign-out.ts';

function aMemoryOf(user: string, id: string, store: MemoryStore) {
  return createAgentMemory({ id, user, store, contextWindow: 128_000 });
}

const said = { role: 'user', content: 'My account is 4711.' } as const;
const CLOSED = { code: 'SESSION_CLOSED' };

async function aSharedPage() {
  const store = inMemoryStore();
  const ada = aMemoryOf('ada', 'ada-1', store);
  const bob = aMemoryOf('bob', 'bob-1', store);
  await Promise.all([ada.append(said), bob.append(said)]);
  return { store, ada, bob };
}

test('[NS-4] who signs out leaves no open memory, and keeps what is stored', async () => {
  const { store, ada, bob } = await aSharedPage();
  const report = await signOut('ada', { stores: [store] });
  const remains = ['Sessions in memory: 1; `remove` was not asked for.'];
  expect(report).toEqual({ ended: ['ada-1'], sessions: [], records: [], remains });
  await expect(ada.append(said)).rejects.toMatchObject(CLOSED);
  await bob.append(said);
  expect(await sessionCatalog(store, { user: 'ada' }).list()).toMatchObject([{ entries: 1 }]);
  expect((await signOut('ada', { stores: [store] })).ended).toEqual([]);
});

test('[NS-4] on request their sessions go, and nobody else’s', async () => {
  const { store, bob } = await aSharedPage();
  const report = await signOut('ada', { stores: [store], remove: true });
  expect(report).toEqual({ ended: ['ada-1'], sessions: ['ada-1'], records: [], remains: [] });
  expect((await store.list()).map(({ id }) => id)).toEqual(['bob-1']);
  await bob.append(said);
});

test('[NS-4] what cannot be removed is told, and the rest goes all the same', async () => {
  const disk = inMemoryStore();
  const stuck: MemoryStore = Object.assign(Object.create(disk), {
    delete: async (id: string) => {
      if (id === 'stuck') throw new StoreUnavailableError('The disk is read-only.');
      return disk.delete(id);
    },
    load: disk.load.bind(disk),
    commit: disk.commit.bind(disk),
    list: disk.list.bind(disk),
  });
  for (const id of ['stuck', 'free']) await disk.commit(id, { atMs: 1, user: 'ada' });
  const report = await signOut('ada', { stores: [stuck], remove: true });
  expect(report.sessions).toEqual(['free']);
  expect(report.remains).toEqual([
    'Session "stuck" could not be dealt with and may be there as before: The disk is read-only.',
  ]);
});

test('[NS-4] what a store did not take goes with the rest, or is told', async () => {
  const disk = inMemoryStore();
  const full = Object.assign(Object.create(disk), {
    commit: async () => Promise.reject(new StoreUnavailableError('The disk is full.')),
    load: disk.load.bind(disk),
    list: disk.list.bind(disk),
  }) as MemoryStore;
  const memory = aMemoryOf('ada', 'unstored', full);
  await memory.append(said);
  const kept = await signOut('ada', { stores: [full] });
  expect(kept.remains).toEqual([expect.stringContaining('"unstored" could not be stored')]);
  expect((await signOut('ada', { stores: [full], remove: true })).remains).toEqual([]);
  const again = aMemoryOf('ada', 'unstored', full);
  await again.ready;
  expect(again.entries()).toEqual([]);
  await again.dispose();
});

test('[NS-4] documents end and go, and files of models only where the caller gives those', async () => {
  const { store } = await aSharedPage();
  const done: string[] = [];
  const does = (what: string) => async () => void done.push(what);
  const given = {
    stores: [store],
    documents: [{ removeAll: does('removed'), dispose: does('ended') }],
    models: [{ clearCache: () => Promise.reject(new Error('It is in use.')) }],
  };
  await signOut('ada', given);
  expect(done).toEqual(['ended']);
  const { remains } = await signOut('ada', { ...given, remove: true });
  expect(done).toEqual(['ended', 'removed', 'ended']);
  expect(remains).toEqual([expect.stringMatching(/^The files of a model .* It is in use\.$/u)]);
});

test('[NS-4] nobody is signed out by mistake', async () => {
  const { store } = await aSharedPage();
  for (const user of [undefined, '', 'a:b']) {
    await expect(signOut(user as never, { stores: [store] })).rejects.toThrow('`user`');
  }
  await expect(signOut('ada', {} as never)).rejects.toThrow('`stores`');
});
