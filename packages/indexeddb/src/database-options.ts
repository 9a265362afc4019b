import type { StoreUnavailableError } from '@agent-memory/core';
import { checkOption, type KnownNames } from '@agent-memory/core/internal';

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
   * Has the browser begin a new log when the page starts, and behind a write that failed: Chromium
   * gives a site empty databases two starts after a write that was torn by a kill or a full disk. It
   * costs some milliseconds a page. Default true.
   */
  readonly logRotation?: boolean;
  /**
   * Told when the connection was taken away, by another tab that updates or deletes the database
   * or by the browser. Nothing acknowledged is lost, and the next call connects again.
   */
  readonly onDisconnect?: (error: StoreUnavailableError) => void;
  /** Where IndexedDB comes from, asked at each opening. Default: `globalThis.indexedDB`. */
  readonly getIndexedDb?: () => IDBFactory | undefined;
}

/** The names of the options. */
export const DATABASE_OPTIONS = {
  databaseName: true,
  durability: true,
  logRotation: true,
  onDisconnect: true,
  getIndexedDb: true,
} as const satisfies KnownNames<IndexedDbOptions>;

const DURABILITIES: readonly unknown[] = ['strict', 'relaxed', undefined];

/** @throws InvalidOptionError if a value could make every call fail. */
export function checkDatabaseOptions(options: IndexedDbOptions): void {
  const isKnown = DURABILITIES.includes(options.durability);
  checkOption(isKnown, 'durability', "must be 'strict' or 'relaxed'.");
}

/** PERSISTED: the database of anyone who names none. */
export const DATABASE_NAME = 'agent-memory';

/**
 * How long a call may take, in milliseconds in which the page runs: the browser, or another tab, may never
 * answer [STO-8].
 */
export const TIMEOUT_MS = 4_500;
