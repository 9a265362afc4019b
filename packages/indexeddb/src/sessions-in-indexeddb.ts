import {
  type Entry,
  type EntryPlaces,
  type LoadOptions,
  type SessionChange,
  type SessionInfo,
  type StoreCallOptions,
  StoreCorruptError,
  type StoredRecords,
  type StoredSession,
  type StoreLoss,
  type StoreNews,
  systemClock,
} from '@agent-memory/core';
import { isInfo } from './check-stored.ts';
import type { Connection, Transaction } from './connection.ts';
import { connectionOf } from './connection-of.ts';
import { DATABASE_NAME } from './database-options.ts';
import { isPrivateWindow } from './device-storage.ts';
import { LIST_STORES, listSessions } from './list-sessions.ts';
import type { LossWatch } from './loss-watch.ts';
import type { Migration } from './migrations.ts';
import { owe } from './purge/owed-purges.ts';
import { sessionSpots } from './purge/purge-spots.ts';
import { Purger } from './purge/purger.ts';
import { PAGE, readPlaces } from './read-entries.ts';
import { readRecords } from './read-records.ts';
import {
  areInUnits,
  type Found,
  findSession,
  holdsHead,
  isUnchanged,
  READ_STORES,
  type ReadSession,
  readSession,
  wholeSession,
} from './read-session.ts';
import {
  checkLimits,
  type RetentionLimits,
  type RetentionRemoval,
  type SessionExtent,
  sessionsOver,
} from './retention.ts';
import type { RoomWatch } from './room-watch.ts';
import { RECORD_STORE, STORE } from './schema.ts';
import { SessionNews } from './session-news.ts';
import { sizeOfSession } from './session-size.ts';
import type { IndexedDbStore, RetentionOptions } from './session-store.ts';
import { SessionsInPage } from './sessions-in-page.ts';
import { SessionsInTabs } from './sessions-in-tabs.ts';
import { isNamed } from './store-errors.ts';
import { addressOf, type IndexedDbStoreOptions } from './store-options.ts';
import { uncloneableError } from './uncloneable.ts';
import { lossWatchOf, roomWatchOf } from './watches-of.ts';
import { deleteSession, storesTouchedBy, writeChange } from './write-change.ts';

/** A store whose database is at the version that these migrations lead to. */
export function createIndexedDbStore(
  options: IndexedDbStoreOptions,
  migrations: readonly Migration[],
): SessionsInIndexedDb {
  const losses = lossWatchOf(options);
  const room = roomWatchOf(options);
  const databaseName = options.databaseName ?? DATABASE_NAME;
  const news = new SessionNews(databaseName);
  const connection = connectionOf(options, migrations, {
    onRecreated: (message) => losses.recreated(message),
    onDeleted: () => losses.databaseDeleted(),
    onOpened: (databaseId) => losses.opened(databaseId),
    onGone: () => news.databaseGone(),
  });
  return new SessionsInIndexedDb({
    ...{ connection, losses, room, news, databaseName },
    purger: new Purger(options, migrations),
  });
}

/** So often a long session is read a page at a time before it is read in one transaction. */
const LONG_TRIES = 2;

interface Parts {
  readonly connection: Connection;
  readonly databaseName: string;
  readonly losses: LossWatch;
  readonly room: RoomWatch;
  readonly purger: Purger;
  readonly news: SessionNews;
}

export class SessionsInIndexedDb implements IndexedDbStore {
  readonly name = 'IndexedDB';
  readonly address: string;
  readonly #connection: Connection;
  readonly #databaseName: string;
  readonly #losses: LossWatch;
  readonly #room: RoomWatch;
  readonly #purger: Purger;
  readonly #news: SessionNews;
  readonly #opened: SessionsInPage;
  #isPrivate: Promise<void> | undefined;
  #persistent = true;

  constructor({ connection, databaseName, losses, room, purger, news }: Parts) {
    this.#databaseName = databaseName;
    this.#opened = new SessionsInPage(databaseName);
    this.#connection = connection;
    this.#losses = losses;
    this.#room = room;
    this.#purger = purger;
    this.#news = news;
    this.address = addressOf(databaseName);
  }

  /** False in a private window, as far as the browser tells: from the first call on. */
  get persistent(): boolean {
    return this.#persistent;
  }

  async load(sessionId: string, options: LoadOptions = {}): Promise<StoredSession | undefined> {
    this.#begin(sessionId);
    const acknowledged = this.#losses.acknowledged(sessionId);
    const stored = await this.#load(sessionId, options);
    this.#losses.wasRead(sessionId, acknowledged, stored?.info);
    this.#purger.resume(this.#connection);
    return stored;
  }

  async #load(sessionId: string, options: LoadOptions): Promise<StoredSession | undefined> {
    for (let tries = 1; tries <= LONG_TRIES; tries += 1) {
      const found = await this.#read(sessionId, options, (tx) =>
        findSession(tx, sessionId, options),
      );
      if (!found) return undefined;
      if (found.kind === 'newest') return found.session;
      if (found.kind === 'whole') return this.#mended(found, options);
      const long = await this.#loadLong(found, options);
      if (long) return long;
    }
    // Something of it is damaged, or another tab keeps changing it: one look at all of it.
    const read = await this.#read(sessionId, options, (tx) => readSession(tx, sessionId));
    return read && this.#mended(read, options);
  }

  async #mended(
    { session, mended }: ReadSession,
    options: StoreCallOptions,
  ): Promise<StoredSession> {
    if (mended) await this.#mend(session.info.id, options);
    return session;
  }

  async loadEntries(
    sessionId: string,
    places: EntryPlaces,
    options?: StoreCallOptions,
  ): Promise<readonly Entry[]> {
    const entries = await this.#read(sessionId, options, (tx) => readPlaces(tx, sessionId, places));
    if (entries) return entries;
    const { from, to } = places;
    const problem = `a message from position ${from} to ${to - 1} is damaged or not there.`;
    throw new StoreCorruptError(sessionId, problem);
  }

  async loadRecords(sessionId: string, options?: StoreCallOptions): Promise<StoredRecords> {
    const records = await this.#read(sessionId, options, async (tx) => {
      const info = await tx.objectStore(STORE.sessions).get(sessionId);
      return isInfo(sessionId, info) ? readRecords(tx, info) : undefined;
    });
    if (records) return records;
    throw new StoreCorruptError(sessionId, 'its record is damaged or not there.');
  }

  /** A page at a time; `undefined` where something is damaged, or was changed between two pages. */
  async #loadLong(
    { info, beside }: Extract<Found, { readonly kind: 'long' }>,
    options: StoreCallOptions,
  ): Promise<StoredSession | undefined> {
    const { id, entries: length } = info;
    const entries: Entry[] = [];
    for (let from = 0; from < length; from += PAGE) {
      const places = { from, to: Math.min(length, from + PAGE) };
      const page = await this.#read(id, options, (tx) => readPlaces(tx, id, places));
      if (!page) return undefined;
      for (const entry of page) entries.push(entry);
    }
    const isSame = await this.#read(id, options, (tx) => isUnchanged(tx, info));
    return isSame && areInUnits(entries) && holdsHead(info, entries)
      ? wholeSession(info, beside, { entries, damaged: [] })
      : undefined;
  }

  #read<Result>(
    sessionId: string,
    options: StoreCallOptions | undefined,
    body: (tx: Transaction<'readonly'>) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = options ?? {};
    return this.#connection.run({ mode: 'readonly', stores: READ_STORES, body, sessionId, signal });
  }

  /** Puts the record of a session made anew in the place of one that commits could not build on. */
  async #mend(sessionId: string, options: StoreCallOptions | undefined): Promise<void> {
    await this.#connection.run({
      mode: 'readwrite',
      stores: READ_STORES,
      body: async (tx) => {
        // Another tab may have mended it meanwhile.
        const read = await readSession(tx, sessionId);
        if (read?.mended) await tx.objectStore(STORE.sessions).put(read.mended, sessionId);
      },
      sessionId,
      signal: options?.signal,
    });
  }

  async commit(
    sessionId: string,
    change: SessionChange,
    options?: StoreCallOptions,
  ): Promise<void> {
    this.#begin(sessionId);
    const isErasure = change.replaces === true || change.erases === true;
    try {
      const info = await this.#connection.run({
        mode: 'readwrite',
        stores: [...storesTouchedBy(change), ...(isErasure ? [RECORD_STORE.meta] : [])],
        body: async (tx) => {
          if (isErasure) await oweSession(tx, sessionId);
          return writeChange(tx, sessionId, change);
        },
        sessionId,
        entries: change.entries?.length,
        signal: options?.signal,
      });
      this.#losses.wasStored(info);
      this.#room.wasStored();
      if (isErasure) this.#purger.start();
    } catch (error) {
      throw isNamed(error, 'DataCloneError') ? (uncloneableError(change) ?? error) : error;
    }
    this.#news.tell(sessionId, { kind: 'changed', ...(isErasure && { replaces: true }) });
  }

  watch(sessionId: string, listener: (news: StoreNews) => void): () => void {
    return this.#news.watch(sessionId, listener);
  }

  async list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    this.#begin();
    const infos = await this.#connection.run({
      mode: 'readonly',
      stores: LIST_STORES,
      body: listSessions,
      signal: options?.signal,
    });
    this.#losses.wereListed(infos);
    return infos;
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    this.#losses.deleted(sessionId);
    await this.#connection.run({
      mode: 'readwrite',
      stores: [...Object.values(STORE), RECORD_STORE.meta],
      body: async (tx) => {
        await oweSession(tx, sessionId);
        await deleteSession(tx, sessionId);
      },
      sessionId,
      signal: options?.signal,
    });
    this.#losses.deleted(sessionId);
    this.#opened.delete(sessionId);
    this.#purger.start();
    this.#news.tell(sessionId, { kind: 'deleted' });
  }

  sizeOf(sessionId: string, { signal }: StoreCallOptions = {}): Promise<number> {
    return sizeOfSession(this.#connection, sessionId, signal);
  }

  async planRetention(
    limits: RetentionLimits,
    { keep = [], ...options }: RetentionOptions = {},
  ): Promise<readonly RetentionRemoval[]> {
    checkLimits(limits);
    const isSized = limits.maxBytes !== undefined;
    const sessions: SessionExtent[] = [];
    for (const info of await this.list(options)) {
      sessions.push(isSized ? { ...info, bytes: await this.sizeOf(info.id, options) } : info);
    }
    const inUse = await this.#inUse(new SessionsInTabs(this.#databaseName, options.signal));
    const isKept = (id: string) => keep.includes(id) || inUse.has(id);
    return sessionsOver(sessions, limits, { nowMs: systemClock.nowMs(), isKept });
  }

  async applyRetention(
    plan: readonly RetentionRemoval[],
    options: StoreCallOptions = {},
  ): Promise<readonly RetentionRemoval[]> {
    const removed: RetentionRemoval[] = [];
    const tabs = new SessionsInTabs(this.#databaseName, options.signal);
    for (const removal of plan) {
      const inUse = await this.#inUse(tabs);
      if (inUse.has(removal.id)) continue;
      if (await this.#removeUnchanged(removal, options)) removed.push(removal);
    }
    return removed;
  }

  /** Sessions that this page works with, and those that other tabs have open. */
  async #inUse(tabs: SessionsInTabs): Promise<ReadonlySet<string>> {
    const inTabs = await tabs.now();
    return new Set([...inTabs, ...this.#opened.all()]);
  }

  async #removeUnchanged(
    { id, updatedAtMs }: RetentionRemoval,
    { signal }: StoreCallOptions,
  ): Promise<boolean> {
    this.#losses.deleted(id);
    const isGone = await this.#connection.run({
      mode: 'readwrite',
      stores: [...Object.values(STORE), RECORD_STORE.meta],
      body: async (tx) => {
        const record = await tx.objectStore(STORE.sessions).get(id);
        // Another tab may have gone on with it.
        if (!isInfo(id, record) || record.updatedAtMs !== updatedAtMs) return false;
        await oweSession(tx, id);
        await deleteSession(tx, id);
        return true;
      },
      sessionId: id,
      signal,
    });
    if (isGone) {
      this.#losses.deleted(id);
      this.#purger.start();
      this.#news.tell(id, { kind: 'deleted' });
    }
    return isGone;
  }

  /** The first call asks, beside its own work, whether this is a private window. */
  #begin(sessionId?: string): void {
    if (sessionId !== undefined) this.#opened.add(sessionId);
    this.#isPrivate ??= isPrivateWindow().then((isPrivate) => {
      this.#persistent = !isPrivate;
    });
  }

  lossOf(sessionId: string): StoreLoss | undefined {
    return this.#losses.lossOf(sessionId);
  }

  async close(): Promise<void> {
    this.#news.close();
    this.#opened.close();
    this.#connection.close();
  }
}

/** Where words of the session stand in this transaction's object stores, written down before they go. */
async function oweSession(tx: Transaction<'readwrite'>, sessionId: string): Promise<void> {
  const spots = await sessionSpots(tx, sessionId);
  if (spots.length > 0) await owe(tx, spots);
}
