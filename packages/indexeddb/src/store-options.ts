import type { StoreLoss } from '@agent-memory/core';
import { checkOption, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import {
  checkDatabaseOptions,
  DATABASE_NAME,
  DATABASE_OPTIONS,
  type IndexedDbOptions,
} from './database-options.ts';
import type { StorageEstimate } from './device-storage.ts';

/** How a store of sessions on IndexedDB is set up; every field may be left out. */
export interface IndexedDbStoreOptions extends IndexedDbOptions {
  /**
   * Keeps the number of messages of each session in `localStorage`, no text, so that the next start of
   * the page notices when the browser has lost the database. Default true.
   */
  readonly canary?: boolean;
  /**
   * Told once when the database turns out to have been made anew: by the browser after damage, or by
   * somebody while no page was open. `entries` counts the messages of all `sessions` that were there.
   */
  readonly onReset?: (loss: StoreLoss) => void;
  /**
   * Told once when the site has used up `nearlyFullShare` of what the browser lets it store, and again
   * after there was more room in between. Looked at behind the first commit and then now and then.
   */
  readonly onNearlyFull?: (estimate: StorageEstimate) => void;
  /** More than 0, at most 1. Default 0.9. */
  readonly nearlyFullShare?: number;
}

/** The names of the options. */
const STORE_OPTIONS = {
  ...DATABASE_OPTIONS,
  canary: true,
  onReset: true,
  onNearlyFull: true,
  nearlyFullShare: true,
} as const satisfies KnownNames<IndexedDbStoreOptions>;

/** @throws InvalidOptionError if an option is not known, or has a value that cannot be meant. */
export function checkStoreOptions(options: IndexedDbStoreOptions): void {
  refuseUnknown(options, STORE_OPTIONS, 'indexedDbStore');
  checkDatabaseOptions(options);
  const { nearlyFullShare = NEARLY_FULL } = options;
  const isShare = nearlyFullShare > 0 && nearlyFullShare <= 1;
  checkOption(isShare, 'nearlyFullShare', 'must be more than 0 and at most 1.');
}

/** The share of the room from which on it is nearly full, where no option says so. */
export const NEARLY_FULL = 0.9;

/** Names the sessions of a database among all stores. */
export function addressOf(databaseName = DATABASE_NAME): string {
  return `indexeddb:${databaseName}`;
}
