import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type {
  LoggedEntry,
  MemoryKind,
  MemoryRecord,
  Page,
  PageOptions,
  RecordCallOptions,
  RecordChange,
  RecordDelta,
  RecordFilter,
  RecordLoss,
  RecordStore,
} from '@agent-memory/long-term';
import { isKey } from '@agent-memory/long-term/internal';
import type { Connection, Transaction } from '../connection.ts';
import { connectionOf } from '../connection-of.ts';
import { DATABASE_NAME, DATABASE_OPTIONS, type IndexedDbOptions } from '../database-options.ts';
import { MIGRATIONS } from '../migrations.ts';
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
import { RecordCanaryKeeper } from './record-canary.ts';
import { type LossListener, RecordLossWatch } from './record-loss-watch.ts';
import { recordsOfRows } from './record-rows.ts';
import { writeRecords } from './write-records.ts';

const PAGE_ITEMS = 50;
const DELTA_ITEMS = 500;
const { segments: _, ...RECORD_PARTS } = RECORD_STORE;
const STORES: readonly StoreName[] = Object.values(RECORD_PARTS);

/** How a store of records on IndexedDB is set up; every field may be left out. */
export interface IndexedDbRecordStoreOptions extends IndexedDbOptions {
  /**
   * Keeps the number of changes in `localStorage`, no text, so that the next start of the page notices
   * when the browser has lost the database. Default true.
   */
  readonly canary?: boolean;
  /**
   * Told when records that were acknowledged are lost: the database was made anew, or is an older state
   * of itself. Each page is told once, until something is stored anew.
   */
  readonly onReset?: (loss: RecordLoss) => void;
}

const OPTIONS = {
  ...DATABASE_OPTIONS,
  canary: true,
  onReset: true,
} as const satisfies KnownNames<IndexedDbRecordStoreOptions>;

/**
 * Records of long-term memory in IndexedDB, in the database of the sessions [STO-1].
 *
 * Making one touches nothing; the database opens with the first call. Trouble with it is a typed
 * rejection of a call: `StoreUnavailableError`, `QuotaExceededStoreError`, `RecordConflictError`. A
 * record that is damaged on disk is left out, and `damaged` names it.
 *
 * @example
 * const memory = createLongTermMemory({ store: indexedDbRecordStore(), user: 'ada' });
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function indexedDbRecordStore(options: IndexedDbRecordStoreOptions = {}): RecordStore {
  refuseUnknown(options, OPTIONS, 'indexedDbRecordStore');
  const { databaseName = DATABASE_NAME, canary = true, onReset } = options;
  const losses = new RecordLossWatch(new RecordCanaryKeeper(databaseName, canary), onReset);
  const connection = connectionOf(options, MIGRATIONS, {
    onRecreated: (message) => losses.recreated(message),
    onDeleted: () => losses.databaseDeleted(),
    onOpened: (databaseId) => losses.opened(databaseId),
  });
  const purger = new Purger(options, MIGRATIONS);
  return new IndexedDbRecordStore(`indexeddb:${databaseName}`, { connection, losses, purger });
}

interface Parts {
  readonly connection: Connection;
  readonly losses: RecordLossWatch;
  readonly purger: Purger;
}

class IndexedDbRecordStore implements RecordStore {
  readonly name = 'IndexedDB';
  readonly persistent = true;
  readonly address: string;
  readonly #connection: Connection;
  readonly #losses: RecordLossWatch;
  readonly #purger: Purger;

  constructor(address: string, { connection, losses, purger }: Parts) {
    this.address = address;
    this.#connection = connection;
    this.#losses = losses;
    this.#purger = purger;
  }

  async secret(options?: RecordCallOptions): Promise<Uint8Array> {
    const known = await this.#read((tx) => knownSecretIn(tx), options);
    this.#purger.resume(this.#connection);
    return known ?? this.#write((tx) => secretIn(tx), options);
  }

  async revision(options?: RecordCallOptions): Promise<number> {
    const acknowledged = this.#losses.acknowledged();
    const revision = await this.#read((tx) => revisionIn(tx), options);
    this.#losses.wasRead(revision, acknowledged);
    return revision;
  }

  watchLoss(listener: LossListener): () => void {
    return this.#losses.watch(listener);
  }

  async commit(change: RecordChange, options?: RecordCallOptions): Promise<number> {
    const revision = await this.#write((tx) => writeRecords(tx, change), options);
    this.#losses.wasStored(revision);
    if (change.erase && change.erase.length > 0) this.#purger.start();
    return revision;
  }

  byIds(ids: readonly string[], options?: RecordCallOptions): Promise<readonly MemoryRecord[]> {
    return this.#read(async (tx) => {
      const rows = tx.objectStore(RECORD_STORE.records);
      return recordsOfRows(await Promise.all(ids.map((id) => rows.get(id))));
    }, options);
  }

  byKeys(
    namespace: string,
    keys: readonly string[],
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    const wanted = [...new Set(keys.filter(isKey))];
    return this.#read(async (tx) => {
      const index = tx.objectStore(RECORD_STORE.records).index('key');
      return recordsOfRows(await Promise.all(wanted.map((key) => index.get([namespace, key]))));
    }, options);
  }

  bySubject(
    namespace: string,
    subject: string | undefined,
    kind: MemoryKind,
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    return this.#read(async (tx) => {
      const index = tx.objectStore(RECORD_STORE.records).index('subject');
      return recordsOfRows(await index.getAll([namespace, subject ?? '', kind]));
    }, options);
  }

  page(filter: RecordFilter, options: PageOptions = {}): Promise<Page<MemoryRecord>> {
    const { limit = PAGE_ITEMS, after } = options;
    return this.#read((tx) => readPage(tx, filter, limit, after), options);
  }

  async changesSince(
    revision: number,
    options: RecordCallOptions & { readonly limit?: number } = {},
  ): Promise<RecordDelta> {
    const { limit = DELTA_ITEMS } = options;
    const acknowledged = this.#losses.acknowledged();
    const delta = await this.#read((tx) => readChangesSince(tx, revision, limit), options);
    if (!delta.hasMore) this.#losses.wasRead(delta.revision, acknowledged);
    return delta;
  }

  versions(
    ids: readonly string[],
    options?: RecordCallOptions,
  ): Promise<ReadonlyMap<string, readonly MemoryRecord[]>> {
    return this.#read((tx) => readVersions(tx, ids), options);
  }

  versionsAt(
    namespaces: readonly string[],
    atMs: number,
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    return this.#read((tx) => readVersionsAt(tx, namespaces, atMs), options);
  }

  audit(options: PageOptions = {}): Promise<Page<LoggedEntry>> {
    const { limit = PAGE_ITEMS, after } = options;
    return this.#read((tx) => readAudit(tx, limit, after), options);
  }

  tombstones(hashes: readonly string[], options?: RecordCallOptions): Promise<ReadonlySet<string>> {
    return this.#read((tx) => readTombstones(tx, hashes), options);
  }

  namespaces(options?: RecordCallOptions): Promise<readonly string[]> {
    return this.#read((tx) => readNamespaces(tx), options);
  }

  mark(name: string, options?: RecordCallOptions): Promise<number | undefined> {
    return this.#read((tx) => markIn(tx, name), options);
  }

  damaged(options?: RecordCallOptions): Promise<readonly string[]> {
    return this.#read((tx) => readDamaged(tx), options);
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  #read<Result>(
    body: (tx: Transaction<'readonly'>) => Promise<Result>,
    options?: RecordCallOptions,
  ): Promise<Result> {
    return this.#connection.run({
      mode: 'readonly',
      stores: STORES,
      body,
      signal: options?.signal,
    });
  }

  #write<Result>(
    body: (tx: Transaction<'readwrite'>) => Promise<Result>,
    options?: RecordCallOptions,
  ): Promise<Result> {
    return this.#connection.run({
      mode: 'readwrite',
      stores: STORES,
      body,
      signal: options?.signal,
    });
  }
}
