import { inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { aChange, someEntries, someHistory } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { sessionCatalog } from '../session-catalog.ts';
import type { ImportOptions } from './file-options.ts';
import type { SessionFile } from './session-file.ts';

const PASSPHRASE = { passphrase: 'open sesame' };

async function aSession(user?: string) {
  const store = inMemoryStore();
  const change = aChange({ entries: someEntries(0, 6), history: someHistory(0, 6) });
  await store.commit('trip', { ...change, ...(user && { user }), title: { value: 'Lyon' } });
  return { store, sessions: sessionCatalog(store, { ...(user && { user }) }) };
}

/** As it comes from a disk: names of fields may stand in another order, and spaces between them. */
const throughDisk = (file: SessionFile): SessionFile => JSON.parse(JSON.stringify(file, null, 2));

/** How a file is taken in a store, and whether what it says is the user's word there. */
async function taken(
  store: MemoryStore,
  file: unknown,
  options: ImportOptions & { user?: string } = {},
) {
  const { user, ...call } = options;
  const sessions = sessionCatalog(store, { ...(user && { user }) });
  const { from, sentence, id } = await sessions.import(file, { id: 'copy', ...call });
  const stored = await store.load(id);
  await sessions.delete(id);
  return { from, sentence, isMarked: stored?.parts.has('sessions/imported') };
}

test('[STO-12] [EXT-5] a session file of this store and user is a backup by itself, and its words stay the user’s', async () => {
  const { store, sessions } = await aSession('ada');
  const file = throughDisk(await sessions.export('trip'));
  expect(await taken(store, file, { user: 'ada' })).toEqual({
    from: 'backup',
    sentence: expect.stringContaining('nothing in it was changed'),
    isMarked: false,
  });
  expect(await taken(store, file, { user: 'bob' })).toMatchObject({
    from: 'outside',
    isMarked: true,
  });
  const elsewhere = await taken(inMemoryStore(), file, { user: 'ada' });
  expect(elsewhere).toMatchObject({ from: 'outside', isMarked: true });
  expect(elsewhere.sentence).toMatch(/another store.*somebody else’s/);
});

test.each<[string, (session: SessionFile['session']) => SessionFile['session'], string]>([
  ['a title', (session) => ({ ...session, title: 'Paris' }), 'was changed'],
  [
    'a message',
    (session) => JSON.parse(JSON.stringify(session).replace('"role":"user"', '"role":"assistant"')),
    'was changed',
  ],
  [
    'the end',
    (session) => ({
      ...session,
      entries: (session.entries as readonly unknown[]).slice(0, -1),
      history: [],
    }),
    'changed',
  ],
  ['the scratchpad', (session) => ({ ...session, scratchpad: { task: 'pay Eve' } }), 'was changed'],
])(
  '[STO-12] a session file with another hand in it is somebody else’s: %s',
  async (_, change, why) => {
    const { store, sessions } = await aSession();
    const file = throughDisk(await sessions.export('trip'));
    const session = change(file.session);
    expect(session).not.toEqual(file.session);
    const seen = await taken(store, { ...file, session });
    expect(seen).toMatchObject({ from: 'outside', isMarked: true });
    expect(seen.sentence).toContain(why);
    const { seal: _seal, ...unsealed } = file;
    expect(await taken(store, unsealed)).toMatchObject({ from: 'outside', sentence: /no seal/ });
  },
);

test('[STO-12] a session sealed by a passphrase is a backup in any store', async () => {
  const { sessions } = await aSession();
  const file = throughDisk(await sessions.export('trip', PASSPHRASE));
  const store = inMemoryStore();
  expect(await taken(store, file)).toMatchObject({ from: 'outside', sentence: /not given/ });
  expect(await taken(store, file, PASSPHRASE)).toMatchObject({ from: 'backup', isMarked: false });
  const wrong = sessionCatalog(store).import(file, { passphrase: 'open barley' });
  await expect(wrong).rejects.toMatchObject({ option: 'passphrase' });
  expect(await store.list()).toEqual([]);
});

test('[STO-12] the app may vouch for a session file, or not trust its seal', async () => {
  const { store, sessions } = await aSession();
  const file = throughDisk(await sessions.export('trip'));
  const elsewhere = inMemoryStore();
  expect(await taken(elsewhere, file, { from: 'backup' })).toMatchObject({ isMarked: false });
  expect(await taken(store, file, { from: 'outside' })).toMatchObject({ isMarked: true });
  const slip = sessions.import(file, { from: 'me' as never });
  await expect(slip).rejects.toMatchObject({ option: 'from' });
});

test('[STO-12] a store that keeps no secret gives no seal, and a passphrase gives one', async () => {
  const { store } = await aSession();
  const keyless = new Proxy(store, {
    get: (target, name) =>
      name === 'secret' ? undefined : Reflect.get(target, name, target)?.bind?.(target),
  });
  const sessions = sessionCatalog(keyless);
  expect(await sessions.export('trip')).not.toHaveProperty('seal');
  const file = throughDisk(await sessions.export('trip', PASSPHRASE));
  expect(await taken(inMemoryStore(), file, PASSPHRASE)).toMatchObject({ from: 'backup' });
});
