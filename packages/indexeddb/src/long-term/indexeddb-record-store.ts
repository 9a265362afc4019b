import { refuseUnknown } from '@agent-memory/core/internal';
import type { RecordCallOptions, RecordStore } from '@agent-memory/long-term';
import { recordStore } from '@agent-memory/long-term/internal';
import { Canaries, RECORDS_PREFIX } from '../canaries.ts';
import { connectionOf, type Transaction } from '../connection.ts';
import { DATABASE_NAME, DATABASE_OPTIONS, type IndexedDbOptions } from '../database-options.ts';
import { Purger } from '../purge/purger.ts';
import { RECORD_STORE, type StoreName } from '../schema.ts';
import { knownSecretIn, markIn, revisionIn, secretIn } from './meta.ts';
import {
  readAudit,
  readChangesSince,
  readDamaged,
  readNamespaces,
  readPage,
  readTombstones,
  readVersions,
  readVersionsAt,
} from './read-records.ts';
import { RecordLossWatch } from './record-loss-watch.ts';
import { recordsOfRows } from './record-rows.ts';
import { writeRecords } from './write-records.ts';

const PAGE_ITEMS = 50;
const DELTA_ITEMS = 500;
const { segments: _, ...RECORD_PARTS } = RECORD_STORE;
const STORES: readonly StoreName[] = Object.values(RECORD_PARTS);

/**
 * Records of long-term memory in IndexedDB, in the database of the sessions [STO-1].
 *
 * Making one touches nothing; the database opens with the first call. Trouble with it is a typed
 * rejection of a call: `StoreUnavailableError`, `QuotaExceededStoreError`, `RecordConflictError`. A
 * record that is damaged on disk is left out, and `damaged` names it. A loss of what was acknowledged is
 * noticed by a number that is kept in `localStorage`, without any text; `watchLoss` tells of it.
 *
 * @example
 * const memory = createLongTermMemory({ store: indexedDbRecordStore(), user: 'ada' });
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function indexedDbRecordStore(options: IndexedDbOptions = {}): RecordStore {
  refuseUnknown(options, DATABASE_OPTIONS, 'indexedDbRecordStore');
  const { databaseName = DATABASE_NAME } = options;
  const losses = new RecordLossWatch(new Canaries(databaseName, RECORDS_PREFIX));
  const connection = connectionOf(options, {
    onRecreated: (message) => losses.recreated(message),
    onDeleted: () => losses.databaseDeleted(),
    onOpened: (databaseId) => losses.opened(databaseId),
  });
  const purger = new Purger(options);
  const read = <Result>(
    body: (tx: Transaction<'readonly'>) => Promise<Result>,
    { signal }: RecordCallOptions = {},
  ) => connection.run({ mode: 'readonly', stores: STORES, body, signal });
  const write = <Result>(
    body: (tx: Transaction<'readwrite'>) => Promise<Result>,
    { signal }: RecordCallOptions = {},
  ) => connection.run({ mode: 'readwrite', stores: STORES, body, signal });
  return {
    name: 'IndexedDB',
    persistent: true,
    address: `indexeddb:${databaseName}`,
    async secret(call) {
      const known = await read((tx) => knownSecretIn(tx), call);
      purger.resume(connection);
      return known ?? write((tx) => secretIn(tx), call);
    },
    async revision(call) {
      const acknowledged = losses.acknowledged();
      const revision = await read((tx) => revisionIn(tx), call);
      losses.wasRead(revision, acknowledged);
      return revision;
    },
    watchLoss(listener) {
      return losses.watch(listener);
    },
    async commit(change, call) {
      const revision = await write((tx) => writeRecords(tx, change), call);
      losses.wasStored(revision);
      if (change.erase && change.erase.length > 0) purger.start();
      return revision;
    },
    byIds(ids, call) {
      return read(async (tx) => {
        const rows = tx.objectStore(RECORD_STORE.records);
        return recordsOfRows(await Promise.all(ids.map((id) => rows.get(id))));
      }, call);
    },
    byKeys(namespace, keys, call) {
      const wanted = [...new Set(keys.filter(recordStore.isKey))];
      return read(async (tx) => {
        const index = tx.objectStore(RECORD_STORE.records).index('key');
        return recordsOfRows(await Promise.all(wanted.map((key) => index.get([namespace, key]))));
      }, call);
    },
    bySubject(namespace, subject, kind, call) {
      return read(async (tx) => {
        const index = tx.objectStore(RECORD_STORE.records).index('subject');
        return recordsOfRows(await index.getAll([namespace, subject ?? '', kind]));
      }, call);
    },
    page(filter, call = {}) {
      const { limit = PAGE_ITEMS, after } = call;
      return read((tx) => readPage(tx, filter, limit, after), call);
    },
    async changesSince(revision, call = {}) {
      const { limit = DELTA_ITEMS } = call;
      const acknowledged = losses.acknowledged();
      const delta = await read((tx) => readChangesSince(tx, revision, limit), call);
      if (!delta.hasMore) losses.wasRead(delta.revision, acknowledged);
      return delta;
    },
    versions(ids, call) {
      return read((tx) => readVersions(tx, ids), call);
    },
    versionsAt(namespaces, atMs, call) {
      return read((tx) => readVersionsAt(tx, namespaces, atMs), call);
    },
    audit(call = {}) {
      const { limit = PAGE_ITEMS, after } = call;
      return read((tx) => readAudit(tx, limit, after), call);
    },
    tombstones(hashes, call) {
      return read((tx) => readTombstones(tx, hashes), call);
    },
    namespaces(call) {
      return read((tx) => readNamespaces(tx), call);
    },
    mark(name, call) {
      return read((tx) => markIn(tx, name), call);
    },
    damaged(call) {
      return read((tx) => readDamaged(tx), call);
    },
    async close() {
      connection.close();
    },
  };
}
