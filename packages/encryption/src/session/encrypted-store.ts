import type { MemoryStore, SessionChange, SessionInfo, StoreCallOptions } from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { bytesOfText, Cipher } from '../cipher.ts';
import { DecryptionError } from '../decryption-error.ts';
import { withCalls } from '../with-calls.ts';
import { infoWith, type Label, SessionCipher } from './session-cipher.ts';

/**
 * The same store, with everything encrypted that sessions say [STO-11]: messages, summaries, notes, the
 * scratchpad, titles and the history. Ids, users, order, times, token counts, who speaks and the names of parts
 * stay readable.
 *
 * A session that another key encrypted, that was altered in storage, or that is not encrypted rejects with
 * `DecryptionError` and is left as it is; `list` gives it without its title. `close` closes the store.
 *
 * @param key for AES-GCM with 256 bits; need not be extractable
 * @throws InvalidOptionError for a key of another kind.
 *
 * @example
 * const key = await keyFromPassphrase(passphrase, salt);
 * const store = encryptedStore(indexedDbStore(), key);
 * createAgentMemory({ id: 'support', contextWindow: 128_000, store });
 */
export function encryptedStore(store: MemoryStore, key: CryptoKey): MemoryStore {
  const cipher = new Cipher(key);
  const of = (sessionId: string) => new SessionCipher(cipher, sessionId);
  /** The sessions that were seen to be of this key. */
  const labels = new Map<string, Label>();
  const { loadEntries, loadRecords, secret } = store;

  /** The stored form of a label; nothing is written to a session that this key cannot read. */
  async function look(sessionId: string, options?: StoreCallOptions): Promise<Label> {
    const part = { ...options, newest: 1, newestRecords: true };
    const stored = await store.load(sessionId, part);
    return stored ? (await of(sessionId).opened(stored)).label : {};
  }

  async function openedInfo(info: SessionInfo): Promise<SessionInfo> {
    try {
      return infoWith(info, await of(info.id).label(info));
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      return infoWith(info, {});
    }
  }

  return withCalls<MemoryStore>(store, {
    async load(sessionId, options) {
      const stored = await store.load(sessionId, options);
      if (!stored) return undefined;
      const { session, label } = await of(sessionId).opened(stored);
      labels.set(sessionId, label);
      return session;
    },
    loadEntries:
      loadEntries &&
      (async (sessionId, places, options) =>
        of(sessionId).entries(await loadEntries.call(store, sessionId, places, options))),
    loadRecords:
      loadRecords &&
      (async (sessionId, options) => {
        const records = await loadRecords.call(store, sessionId, options);
        return { ...records, ...(await of(sessionId).records(records)) };
      }),
    // An own one: who reads the store could seal files by the stored one.
    secret:
      secret &&
      (async (options) => cipher.hashed(bytesOfText('secret'), await secret.call(store, options))),
    async commit(sessionId, change, options) {
      // At once: the caller may change what it gave.
      const copy = storeRules.copyChange(change);
      const known = labels.get(sessionId) ?? (await look(sessionId, options));
      const isSame = labelAfter(known, copy) === known;
      // Another tab may have named it by now.
      const label = isSame ? known : labelAfter(await look(sessionId, options), copy);
      const sealed = await of(sessionId).sealed(copy, isSame ? undefined : label);
      labels.delete(sessionId);
      await store.commit(sessionId, sealed, options);
      labels.set(sessionId, label);
    },
    async list(options) {
      return Promise.all((await store.list(options)).map(openedInfo));
    },
    async delete(sessionId, options) {
      labels.delete(sessionId);
      await store.delete(sessionId, options);
    },
  });
}

/** The label that a change leaves; the same object where it says nothing new. */
function labelAfter(before: Label, { title, entries = [], replaces }: SessionChange): Label {
  const known = replaces ? {} : before;
  const opening = storeRules.openingAfter(known.opening, entries);
  if (!title && !replaces && opening === before.opening) return before;
  const named = title ? title.value : known.title;
  return { ...(named && { title: named }), ...(opening && { opening }) };
}
