import type { StoreLoss } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import {
  checkDatabaseOptions,
  DATABASE_NAME,
  DATABASE_OPTIONS,
  type IndexedDbOptions,
} from './database-options.ts';

/** How a store of sessions on IndexedDB is set up; every field may be left out. */
export interface IndexedDbStoreOptions extends IndexedDbOptions {
  /**
   * Told once when the database turns out to have been made again: by the browser after damage, or by
   * somebody while no page was open. `entries` counts the messages of all `sessions` that were there. The
   * number of messages of each session is kept in `localStorage`, without any text, so that a loss is noticed.
   */
  readonly onReset?: (loss: StoreLoss) => void;
}

/** The names of the options. */
const STORE_OPTIONS = {
  ...DATABASE_OPTIONS,
  onReset: true,
} as const satisfies KnownNames<IndexedDbStoreOptions>;

/** @throws InvalidOptionError if an option is not known, or has a value that cannot be meant. */
export function checkStoreOptions(options: IndexedDbStoreOptions): void {
  refuseUnknown(options, STORE_OPTIONS, 'indexedDbStore');
  checkDatabaseOptions(options);
}

/** Names the sessions of a database among all stores. */
export function addressOf(databaseName = DATABASE_NAME): string {
  return `indexeddb:${databaseName}`;
}
