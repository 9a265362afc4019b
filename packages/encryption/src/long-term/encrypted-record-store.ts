import type {
  MemoryRecord,
  RecordCallOptions,
  RecordChange,
  RecordStore,
} from '@agent-memory/long-term';
import { recordStore } from '@agent-memory/long-term/internal';
import { bytesOfText, Cipher, type Place } from '../cipher.ts';
import { withCalls } from '../with-calls.ts';

/**
 * The same store, with everything encrypted that records say [STO-11]: texts, values, evidence and
 * metadata; of keys and subjects a keyed hash is stored. Documents of `@agent-memory/documents` are
 * records too. Ids, namespaces, revisions, kinds, sources, times and uses stay readable. A page by
 * `keyPrefix` may have fewer records than its `limit` and still a next one.
 *
 * Records that another key encrypted, that were altered in storage, or that are not encrypted reject with
 * `DecryptionError`, and the store is left as it is. `close` closes the store.
 *
 * @param key for AES-GCM with 256 bits; need not be extractable
 * @throws InvalidOptionError for a key of another kind.
 *
 * @example
 * const key = await keyFromPassphrase(passphrase, salt);
 * const memory = createLongTermMemory({ store: encryptedRecordStore(indexedDbRecordStore(), key) });
 */
export function encryptedRecordStore(store: RecordStore, key: CryptoKey): RecordStore {
  const cipher = new Cipher(key);
  const seal = (records: readonly MemoryRecord[]) =>
    Promise.all(records.map((record) => sealedRecord(cipher, record)));
  const open = (records: readonly MemoryRecord[]) =>
    Promise.all(records.map((record) => openedRecord(cipher, record)));
  /** An own one, since ids and tombstones are hashes of texts by it. */
  const hiddenSecret = (stored: Uint8Array) => cipher.hashed(bytesOfText('secret'), stored);
  let isOurs = false;

  /** Nothing is written to a store that this key cannot read. */
  async function check(options: RecordCallOptions | undefined): Promise<void> {
    if (isOurs) return;
    const { puts } = await store.changesSince(0, { ...options, limit: 1 });
    await open(puts);
    isOurs = true;
  }

  async function sealedChange(change: RecordChange, options?: RecordCallOptions) {
    const { puts, versions, keyedBy, ...rest } = change;
    return {
      ...rest,
      ...(puts && { puts: await seal(puts) }),
      ...(versions && { versions: await seal(versions) }),
      ...(keyedBy && { keyedBy: await storedSecret(keyedBy, options) }),
    };
  }

  /** The store's own secret in place of the one that callers have; any other stays, and is refused. */
  async function storedSecret(given: Uint8Array, options?: RecordCallOptions): Promise<Uint8Array> {
    const stored = await store.secret(options);
    const isSame = recordStore.isSameSecret(await hiddenSecret(stored), given);
    return isSame ? stored : given;
  }

  return withCalls<RecordStore>(store, {
    secret: async (options) => hiddenSecret(await store.secret(options)),
    async commit(change, options) {
      const copy = structuredClone(change);
      await check(options);
      return store.commit(await sealedChange(copy, options), options);
    },
    byIds: async (ids, options) => open(await store.byIds(ids, options)),
    async byKeys(namespace, keys, options) {
      const hidden = keys.filter(recordStore.isKey).map((each) => cipher.hiddenName(each));
      return open(await store.byKeys(namespace, await Promise.all(hidden), options));
    },
    async bySubject(namespace, subject, kind, options) {
      const hidden = subject && (await cipher.hiddenName(subject));
      return open(await store.bySubject(namespace, hidden, kind, options));
    },
    async page({ subject, keyPrefix, ...filter }, options = {}) {
      const hidden = subject === undefined ? {} : { subject: await cipher.hiddenName(subject) };
      const { items, ...rest } = await store.page({ ...filter, ...hidden }, options);
      // The store cannot see how keys begin: what is left of its page is the page.
      const isWanted = ({ key }: MemoryRecord) =>
        keyPrefix === undefined || (key?.startsWith(keyPrefix) ?? false);
      return { ...rest, items: (await open(items)).filter(isWanted) };
    },
    async changesSince(revision, options) {
      const delta = await store.changesSince(revision, options);
      return { ...delta, puts: await open(delta.puts) };
    },
    async versions(ids, options) {
      const stored = [...(await store.versions(ids, options))];
      const opened = stored.map(async ([id, versions]) => [id, await open(versions)] as const);
      return new Map(await Promise.all(opened));
    },
    versionsAt: async (namespaces, atMs, options) =>
      open(await store.versionsAt(namespaces, atMs, options)),
  });
}

/** PERSISTED. */
function recordPlace({ id, revision }: MemoryRecord): Place {
  return { what: `Record "${id}"`, path: ['record', id, revision] };
}

/** The record whole and encrypted in its text, beside it what a store finds, orders and counts by. */
async function sealedRecord(cipher: Cipher, record: MemoryRecord): Promise<MemoryRecord> {
  const { id, revision, namespace, type, kind, source, createdAtMs, updatedAtMs, ended } = record;
  const { uses, lastUsedAtMs, subject, key } = record;
  const text = await cipher.sealValue({ ...record, uses: 0, lastUsedAtMs: 0 }, recordPlace(record));
  return {
    ...{ id, revision, namespace, type, kind, source, createdAtMs, updatedAtMs, uses, text },
    ...(ended && { ended }),
    ...(lastUsedAtMs !== undefined && { lastUsedAtMs }),
    ...(subject && { subject: await cipher.hiddenName(subject) }),
    ...(key && { key: await cipher.hiddenName(key) }),
    ...{ confidence: 0, confidenceAtMs: 0, validFromMs: 0, pinned: false },
    ...{ evidence: [], metadata: {} },
  };
}

/** Uses are counted without another version, so that the stored ones hold. @throws DecryptionError */
async function openedRecord(cipher: Cipher, stored: MemoryRecord): Promise<MemoryRecord> {
  const { text, uses, lastUsedAtMs } = stored;
  const { lastUsedAtMs: _, ...said } = await cipher.openValue<MemoryRecord>(
    text,
    recordPlace(stored),
  );
  return { ...said, uses, ...(lastUsedAtMs !== undefined && { lastUsedAtMs }) };
}
