import {
  type Entry,
  type LoadOptions,
  type SessionInfo,
  type StoreCallOptions,
  StoreCorruptError,
  type StoredSession,
  systemClock,
} from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { Canaries } from './canaries.ts';
import { isInfo } from './check-stored.ts';
import { connectionOf, type Transaction } from './connection.ts';
import { DATABASE_NAME } from './database-options.ts';
import { LIST_STORES, listSessions } from './list-sessions.ts';
import { secretIn } from './long-term/meta.ts';
import { LossWatch } from './loss-watch.ts';
import { isPrivateWindow } from './private-window.ts';
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
  type RetentionRemoval,
  type SessionExtent,
  sessionsOver,
} from './retention.ts';
import { RECORD_STORE, STORE } from './schema.ts';
import { SessionNews } from './session-news.ts';
import { sizeOfSession } from './session-size.ts';
import type { IndexedDbStore } from './session-store.ts';
import { SessionsInPage, SessionsInTabs } from './sessions-in-tabs.ts';
import { isNamed } from './store-errors.ts';
import { addressOf, type IndexedDbStoreOptions } from './store-options.ts';
import { deleteSession, storesTouchedBy, writeChange } from './write-change.ts';

/** So often a long session is read a page at a time before it is read in one transaction. */
const LONG_TRIES = 2;

export type SessionsInIndexedDb = ReturnType<typeof openStore>;

/** Opens the store that `indexedDbStore` defers to. */
export function openStore(options: IndexedDbStoreOptions) {
  const { databaseName = DATABASE_NAME, onReset } = options;
  const losses = new LossWatch(new Canaries(databaseName), onReset);
  const news = new SessionNews(databaseName);
  const purger = new Purger(options);
  const opened = new SessionsInPage(databaseName);
  const connection = connectionOf(options, {
    onRecreated: (message) => losses.recreated(message),
    onDeleted: () => losses.databaseDeleted(),
    onOpened: (databaseId) => losses.opened(databaseId),
    onGone: () => news.databaseGone(),
  });
  let hasBegun = false;
  let persistent = true;

  /** The first call asks, beside its own work, whether this is a private window. */
  function begin(sessionId?: string): void {
    if (sessionId !== undefined) opened.add(sessionId);
    if (hasBegun) return;
    hasBegun = true;
    void isPrivateWindow().then((isPrivate) => {
      persistent = !isPrivate;
    });
  }

  function read<Result>(
    sessionId: string,
    { signal }: StoreCallOptions = {},
    body: (tx: Transaction<'readonly'>) => Promise<Result>,
  ): Promise<Result> {
    return connection.run({ mode: 'readonly', stores: READ_STORES, body, sessionId, signal });
  }

  async function load(sessionId: string, call: LoadOptions): Promise<StoredSession | undefined> {
    for (let tries = 1; tries <= LONG_TRIES; tries += 1) {
      const found = await read(sessionId, call, (tx) => findSession(tx, sessionId, call));
      if (!found) return undefined;
      if (found.kind === 'newest') return found.session;
      if (found.kind === 'whole') return repaired(found, call);
      const long = await loadLong(found, call);
      if (long) return long;
    }
    // Something of it is damaged, or another tab keeps changing it: one look at all of it.
    const whole = await read(sessionId, call, (tx) => readSession(tx, sessionId));
    return whole && repaired(whole, call);
  }

  /** Puts the record of a session made again in place of one that commits could not build on. */
  async function repaired(
    { session, repaired }: ReadSession,
    { signal }: StoreCallOptions,
  ): Promise<StoredSession> {
    if (!repaired) return session;
    const sessionId = session.info.id;
    await connection.run({
      mode: 'readwrite',
      stores: READ_STORES,
      body: async (tx) => {
        // Another tab may have repaired it by now.
        const now = await readSession(tx, sessionId);
        if (now?.repaired) await tx.objectStore(STORE.sessions).put(now.repaired, sessionId);
      },
      sessionId,
      signal,
    });
    return session;
  }

  /** A page at a time; `undefined` where something is damaged, or was changed between two pages. */
  async function loadLong(
    { info, beside }: Extract<Found, { readonly kind: 'long' }>,
    call: StoreCallOptions,
  ): Promise<StoredSession | undefined> {
    const { id, entries: length } = info;
    const entries: Entry[] = [];
    for (let from = 0; from < length; from += PAGE) {
      const places = { from, to: Math.min(length, from + PAGE) };
      const page = await read(id, call, (tx) => readPlaces(tx, id, places));
      if (!page) return undefined;
      for (const entry of page) entries.push(entry);
    }
    const isSame = await read(id, call, (tx) => isUnchanged(tx, info));
    return isSame && areInUnits(entries) && holdsHead(info, entries)
      ? wholeSession(info, beside, { entries, damaged: [] })
      : undefined;
  }

  async function list({ signal }: StoreCallOptions = {}): Promise<readonly SessionInfo[]> {
    begin();
    const infos = await connection.run({
      mode: 'readonly',
      stores: LIST_STORES,
      body: listSessions,
      signal,
    });
    losses.wereListed(infos);
    return infos;
  }

  /** Deletes a session where its record `isMeant`; another tab may have gone on with it. */
  async function remove(
    sessionId: string,
    isMeant: (record: unknown) => boolean,
    { signal }: StoreCallOptions = {},
  ): Promise<boolean> {
    losses.deleted(sessionId);
    const isGone = await connection.run({
      mode: 'readwrite',
      stores: [...Object.values(STORE), RECORD_STORE.meta],
      body: async (tx) => {
        if (!isMeant(await tx.objectStore(STORE.sessions).get(sessionId))) return false;
        await oweSession(tx, sessionId);
        await deleteSession(tx, sessionId);
        return true;
      },
      sessionId,
      signal,
    });
    if (isGone) {
      losses.deleted(sessionId);
      purger.start();
      news.tell(sessionId, { kind: 'deleted' });
    }
    return isGone;
  }

  /** Sessions that this page works with, and those that other tabs have open. */
  async function inUse(tabs: SessionsInTabs): Promise<ReadonlySet<string>> {
    const inTabs = await tabs.now();
    return new Set([...inTabs, ...opened.all()]);
  }

  return {
    name: 'IndexedDB',
    address: addressOf(databaseName),
    /** False in a private window, as far as the browser tells: from the first call on. */
    get persistent() {
      return persistent;
    },
    async load(sessionId, call = {}) {
      begin(sessionId);
      const acknowledged = losses.acknowledged(sessionId);
      const stored = await load(sessionId, call);
      losses.wasRead(sessionId, acknowledged, stored?.info);
      purger.resume(connection);
      return stored;
    },
    async loadEntries(sessionId, places, call?: StoreCallOptions) {
      const entries = await read(sessionId, call, (tx) => readPlaces(tx, sessionId, places));
      if (entries) return entries;
      const { from, to } = places;
      const problem = `a message from position ${from} to ${to - 1} is damaged or not there.`;
      throw new StoreCorruptError(sessionId, problem);
    },
    async loadRecords(sessionId, call?: StoreCallOptions) {
      const records = await read(sessionId, call, async (tx) => {
        const info = await tx.objectStore(STORE.sessions).get(sessionId);
        return isInfo(sessionId, info) ? readRecords(tx, info) : undefined;
      });
      if (records) return records;
      throw new StoreCorruptError(sessionId, 'its record is damaged or not there.');
    },
    async commit(sessionId, change, { signal } = {}) {
      begin(sessionId);
      const isErasure = change.replaces === true || change.erases === true;
      try {
        const info = await connection.run({
          mode: 'readwrite',
          stores: [...storesTouchedBy(change), ...(isErasure ? [RECORD_STORE.meta] : [])],
          body: async (tx) => {
            if (isErasure) await oweSession(tx, sessionId);
            return writeChange(tx, sessionId, change);
          },
          sessionId,
          entries: change.entries?.length,
          signal,
        });
        losses.wasStored(info);
        if (isErasure) purger.start();
      } catch (error) {
        // A copy of our own is refused by the name of the place.
        if (isNamed(error, 'DataCloneError')) storeRules.copyChange(change);
        throw error;
      }
      news.tell(sessionId, { kind: 'changed', ...(isErasure && { replaces: true }) });
    },
    watch: (sessionId, listener) => news.watch(sessionId, listener),
    list,
    async delete(sessionId, call?: StoreCallOptions) {
      await remove(sessionId, () => true, call);
      opened.delete(sessionId);
    },
    sizeOf: (sessionId, { signal } = {}) => sizeOfSession(connection, sessionId, signal),
    async planRetention(limits, call = {}) {
      checkLimits(limits);
      const isSized = limits.maxBytes !== undefined;
      const sessions: SessionExtent[] = [];
      for (const info of await list(call)) {
        const size = () => sizeOfSession(connection, info.id, call.signal);
        sessions.push(isSized ? { ...info, bytes: await size() } : info);
      }
      const kept = await inUse(new SessionsInTabs(databaseName, call.signal));
      const isKept = (id: string) => kept.has(id);
      return sessionsOver(sessions, limits, { nowMs: systemClock.nowMs(), isKept });
    },
    async applyRetention(plan, call = {}) {
      const removed: RetentionRemoval[] = [];
      const tabs = new SessionsInTabs(databaseName, call.signal);
      for (const removal of plan) {
        const { id, updatedAtMs } = removal;
        const isUnchanged = (record: unknown) =>
          isInfo(id, record) && record.updatedAtMs === updatedAtMs;
        if ((await inUse(tabs)).has(id)) continue;
        if (await remove(id, isUnchanged, call)) removed.push(removal);
      }
      return removed;
    },
    secret: ({ signal }: StoreCallOptions = {}) =>
      connection.run({
        mode: 'readwrite',
        stores: [RECORD_STORE.meta],
        body: secretIn,
        signal,
      }),
    lossOf: (sessionId) => losses.lossOf(sessionId),
    async close() {
      news.close();
      opened.close();
      connection.close();
    },
  } satisfies IndexedDbStore;
}

/** Where words of the session stand in this transaction's object stores, written down before they go. */
async function oweSession(tx: Transaction<'readwrite'>, sessionId: string): Promise<void> {
  const spots = await sessionSpots(tx, sessionId);
  if (spots.length > 0) await owe(tx, spots);
}
