import { InvalidOptionError, type StoreUnavailableError } from '@agent-memory/core';
import type { KnownNames } from '@agent-memory/core/internal';

/** How the database of a store on IndexedDB is set up; every field may be left out. */
export interface IndexedDbOptions {
  /**
   * PERSISTED: another name is another database, and what was stored is not found under it.
   * Default `agent-memory`.
   */
  readonly databaseName?: string;
  /**
   * The accidents that an acknowledged commit survives. `relaxed`: reload, crash of the tab or the browser.
   * `strict`: also a crash of the machine, at the price of waiting for the disk. Default `relaxed`.
   */
  readonly durability?: 'strict' | 'relaxed';
  /**
   * How long a call waits, in milliseconds, for another tab that holds an older version of the
   * database open, before it rejects with `StoreUnavailableError`. Default 2,200.
   */
  readonly blockedTimeoutMs?: number;
  /**
   * How long any call may take, in milliseconds in which the page runs, before it rejects with
   * `StoreUnavailableError`: the browser, or another tab, may never answer. Default 4,500.
   */
  readonly timeoutMs?: number;
  /**
   * Has the browser begin a new log when the page starts, and behind a write that failed: Chromium
   * gives a site empty databases two starts after a write that was torn by a kill or a full disk. It
   * costs some milliseconds a page. Default true.
   */
  readonly logRotation?: boolean;
  /**
   * Told when the connection was taken away, by another tab that updates or deletes the database
   * or by the browser. Nothing acknowledged is lost, and the next call connects anew.
   */
  readonly onDisconnect?: (error: StoreUnavailableError) => void;
  /** Where IndexedDB comes from, asked at each opening. Default: `globalThis.indexedDB`. */
  readonly getIndexedDb?: () => IDBFactory | undefined;
}

/** The names of the options. */
export const DATABASE_OPTIONS = {
  databaseName: true,
  durability: true,
  blockedTimeoutMs: true,
  timeoutMs: true,
  logRotation: true,
  onDisconnect: true,
  getIndexedDb: true,
} as const satisfies KnownNames<IndexedDbOptions>;

const DURABILITIES: readonly unknown[] = ['strict', 'relaxed', undefined];

/** @throws InvalidOptionError if a value could make every call fail. */
export function checkDatabaseOptions(options: IndexedDbOptions): void {
  if (!DURABILITIES.includes(options.durability)) {
    throw new InvalidOptionError('durability', "must be 'strict' or 'relaxed'.");
  }
  for (const name of ['blockedTimeoutMs', 'timeoutMs'] as const) {
    const { [name]: value = 0 } = options;
    if (Number.isFinite(value) && value >= 0) continue;
    throw new InvalidOptionError(name, 'must be a number of milliseconds, 0 or more.');
  }
}

/** PERSISTED: the database of whoever names none. */
export const DATABASE_NAME = 'agent-memory';

/** How long a call may take where no option says so, in milliseconds. */
export const TIMEOUT_MS = 4_500;
