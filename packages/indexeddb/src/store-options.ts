import type { StoreLoss } from '@agent-memory/core';
import { checkOption, type KnownNames } from '@agent-memory/core/internal';
import { Canaries } from './canaries.ts';
import { DATABASE_NAME, DATABASE_OPTIONS, type IndexedDbOptions } from './database-options.ts';
import type { StorageEstimate } from './device-storage.ts';
import { LossWatch } from './loss-watch.ts';
import { RoomWatch } from './room-watch.ts';

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
export const STORE_OPTIONS = {
  ...DATABASE_OPTIONS,
  canary: true,
  onReset: true,
  onNearlyFull: true,
  nearlyFullShare: true,
} as const satisfies KnownNames<IndexedDbStoreOptions>;

/** Watches over the sessions of a store with these options. */
export function lossWatchOf({
  databaseName = DATABASE_NAME,
  canary = true,
  onReset,
}: IndexedDbStoreOptions): LossWatch {
  return new LossWatch(new Canaries(databaseName, canary), onReset);
}

/**
 * Watches over the room of a store with these options.
 *
 * @throws InvalidOptionError if the share is none.
 */
export function roomWatchOf({
  onNearlyFull,
  nearlyFullShare = 0.9,
}: IndexedDbStoreOptions): RoomWatch {
  const isShare = nearlyFullShare > 0 && nearlyFullShare <= 1;
  checkOption(isShare, 'nearlyFullShare', 'must be more than 0 and at most 1.');
  return new RoomWatch(nearlyFullShare, onNearlyFull);
}
