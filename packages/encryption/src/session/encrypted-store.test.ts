import {
  AgentMemoryError,
  inMemoryStore,
  type MemoryStore,
  type StoredSession,
} from '@agent-memory/core';
import {
  aChange,
  anEntry,
  arbitraryCommits,
  someEntries,
  storeContract,
} from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DecryptionError } from '../decryption-error.ts';
import { aKey } from '../testing/a-key.ts';
import { aPlantedChange } from '../testing/planted-change.ts';
import { wordsIn } from '../testing/words-in.ts';
import { encryptedStore } from './encrypted-store.ts';

storeContract('encryptedStore', async () => {
  const store = encryptedStore(inMemoryStore(), await aKey());
  return { store, reopen: async () => store };
});

const ID = 'session';

async function aPlantedSession(key: CryptoKey) {
  const inner = inMemoryStore();
  await encryptedStore(inner, key).commit(ID, aPlantedChange('pomegranate'));
  return { inner, everything: async () => [await inner.list(), await inner.load(ID)] };
}

/** The store, as if what it holds had been changed on disk. */
function alteredStore(inner: MemoryStore, alter: (stored: StoredSession) => object): MemoryStore {
  return {
    ...{ name: 'altered', persistent: false },
    async load(id) {
      const stored = await inner.load(id);
      return stored && { ...stored, ...alter(stored) };
    },
    commit: (id, change) => inner.commit(id, change),
    list: () => inner.list(),
    delete: (id) => inner.delete(id),
    close: () => inner.close(),
  };
}

async function refusal(call: Promise<unknown>): Promise<DecryptionError> {
  const outcome = await call.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
  if (outcome instanceof DecryptionError) return outcome;
  throw new Error(`Not refused as it should be: ${outcome}`);
}

test('[STO-11] random commits give the same sessions with encryption and without', async () => {
  const key = await aKey();
  await fc.assert(
    fc.asyncProperty(arbitraryCommits(), async (commits) => {
      const [inner, model] = [inMemoryStore(), inMemoryStore()];
      const store = encryptedStore(inner, key);
      for (const { sessionId, change } of commits) {
        const [ours, models] = await Promise.allSettled([
          store.commit(sessionId, change),
          model.commit(sessionId, change),
        ]);
        expect(codeOf(ours)).toBe(codeOf(models));
      }
      const reopened = encryptedStore(inner, key);
      expect(await reopened.list()).toEqual(await model.list());
      for (const id of ['a', 'b']) expect(await reopened.load(id)).toEqual(await model.load(id));
    }),
    { numRuns: 60 },
  );
});

function codeOf(outcome: PromiseSettledResult<void>): string {
  if (outcome.status === 'fulfilled') return 'stored';
  return AgentMemoryError.isInstance(outcome.reason) ? outcome.reason.code : 'no typed error';
}

test('[STO-11] nothing that a session says can be read in the store, and all of it comes back', async () => {
  const key = await aKey();
  const { inner, everything } = await aPlantedSession(key);
  const plain = inMemoryStore();
  await plain.commit(ID, aPlantedChange('pomegranate'));
  expect(wordsIn(await plain.load(ID)).match(/pomegranate/g)?.length).toBeGreaterThan(12);
  expect(wordsIn(await everything())).not.toContain('pomegranate');
  const reopened = encryptedStore(inner, key);
  expect(await reopened.load(ID)).toEqual(await plain.load(ID));
  expect(await reopened.list()).toEqual(await plain.list());
});

test('[STO-11] with another key a session is neither read nor written to, and is listed without its title', async () => {
  const { inner, everything } = await aPlantedSession(await aKey());
  const before = await everything();
  const store = encryptedStore(inner, await aKey());
  const refused = await refusal(store.load(ID));
  expect(refused).toMatchObject({
    code: 'DECRYPTION_FAILED',
    fault: 'other-key',
    recoverable: false,
  });
  expect(refused.message).toMatch(
    /^Session "session" was encrypted with another key\. Nothing is lost/,
  );
  await refusal(store.commit(ID, aChange({ entries: [anEntry({ seq: 2 })] })));
  await refusal(store.commit(ID, aChange({ title: { value: 'Mine' } })));
  const [info] = await store.list();
  expect(info).toMatchObject({ id: ID, entries: 2 });
  expect(info).not.toHaveProperty('title');
  expect(await everything()).toEqual(before);
});

test('[STO-11] a session that is not encrypted is neither read nor written to, and the error says how to bring it over', async () => {
  const inner = inMemoryStore();
  await inner.commit(ID, aChange({ entries: someEntries(0, 2) }));
  const before = await inner.load(ID);
  const store = encryptedStore(inner, await aKey());
  const refused = await refusal(store.load(ID));
  expect(refused.fault).toBe('plain');
  expect(refused.message).toMatch(/export it .* import it into the encrypted one/);
  await refusal(store.commit(ID, aChange({ entries: [anEntry({ seq: 2 })] })));
  expect(await inner.load(ID)).toEqual(before);
});

/** One bit of the last letter but four: of the tag, whatever the padding. */
function flipped(sealed: string): string {
  const at = sealed.length - 5;
  return sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
}

const message = (stored: StoredSession) => {
  const [part] = stored.entries[0]?.message.parts ?? [];
  return part?.type === 'unknown' ? String(part.value) : '';
};
const withMessage = (stored: StoredSession, value: string, at = 0) =>
  stored.entries.map((entry, place) =>
    place === at
      ? { ...entry, message: { ...entry.message, parts: [{ type: 'unknown', value }] } }
      : entry,
  );

test.each<[string, (stored: StoredSession) => object]>([
  ['a message', (stored) => ({ entries: withMessage(stored, flipped(message(stored))) })],
  ['the title', ({ info }) => ({ info: { ...info, title: flipped(info.title ?? '') } })],
  ['the overlays', ({ settingsKey }) => ({ settingsKey: flipped(settingsKey) })],
  ['the scratchpad', ({ scratchpad }) => ({ scratchpad: flipped(String(scratchpad)) })],
  ['the system text', ({ system }) => ({ system: flipped(system ?? '') })],
  [
    'a compaction',
    ({ compactions: [one] }) => ({
      compactions: [{ ...one, summariser: flipped(one?.summariser ?? '') }],
    }),
  ],
  [
    'the history',
    ({ history }) => ({
      history: history.map((record) => ({
        ...record,
        model: flipped(Reflect.get(record, 'model')),
      })),
    }),
  ],
  ['a part', ({ parts }) => ({ parts: new Map([['note', flipped(String(parts.get('note')))]]) })],
  ['a letter of no base64', (stored) => ({ entries: withMessage(stored, `${message(stored)}*`) })],
])('[STO-11] a flipped bit is told apart from the truth: %s', async (_, alter) => {
  const key = await aKey();
  const { inner, everything } = await aPlantedSession(key);
  const before = await everything();
  const refused = await refusal(encryptedStore(alteredStore(inner, alter), key).load(ID));
  expect(refused.fault).toBe('altered');
  expect(refused.message).toMatch(
    /What is stored was left as it is: import an export of it, or delete it\.$/,
  );
  expect(await everything()).toEqual(before);
});

test('[STO-11] what was encrypted for one place is refused at another', async () => {
  const key = await aKey();
  const { inner } = await aPlantedSession(key);
  const load = (alter: (stored: StoredSession) => object, id = ID) =>
    refusal(encryptedStore(alteredStore(inner, alter), key).load(id));
  const swapped = await load((stored) => ({ entries: withMessage(stored, message(stored), 1) }));
  const renamed = await load(({ parts }) => ({ parts: new Map([['other', parts.get('note')]]) }));
  const moved = { ...alteredStore(inner, () => ({})), load: () => inner.load(ID) };
  const elsewhere = await refusal(encryptedStore(moved, key).load('another session'));
  const mixed = await load((stored) => ({ system: stored.scratchpad }));
  for (const { fault } of [swapped, renamed, elsewhere, mixed]) {
    expect(fault).toBe('altered');
  }
});

test('[STO-11] the title of another tab stays when a first message comes from this one', async () => {
  const [inner, key] = [inMemoryStore(), await aKey()];
  const [one, other] = [encryptedStore(inner, key), encryptedStore(inner, key)];
  await one.commit(ID, aChange({ scratchpad: { value: 1 } }));
  await other.commit(ID, aChange({ title: { value: 'Trains' } }));
  await one.commit(ID, aChange({ entries: [anEntry({ text: 'When is there one?' })] }));
  const shown = { title: 'Trains', defaultTitle: 'When is there one?' };
  expect((await other.list())[0]).toMatchObject(shown);
});

test('[STO-11] only a key for AES-GCM of 256 bits that may do both is taken', async () => {
  const short = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const half = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
  ]);
  for (const key of [short, half, undefined as unknown as CryptoKey]) {
    expect(() => encryptedStore(inMemoryStore(), key)).toThrow(/^Option `key` must be a CryptoKey/);
  }
});
