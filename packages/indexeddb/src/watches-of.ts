import { Canaries } from './canaries.ts';
import { DATABASE_NAME } from './database-options.ts';
import { LossWatch } from './loss-watch.ts';
import { RoomWatch } from './room-watch.ts';
import { type IndexedDbStoreOptions, NEARLY_FULL } from './store-options.ts';

/** Watches over the sessions of a store with these options. */
export function lossWatchOf({
  databaseName = DATABASE_NAME,
  canary = true,
  onReset,
}: IndexedDbStoreOptions): LossWatch {
  return new LossWatch(new Canaries(databaseName, canary), onReset);
}

/** Watches over the room of a store with these options. */
export function roomWatchOf({
  onNearlyFull,
  nearlyFullShare = NEARLY_FULL,
}: IndexedDbStoreOptions): RoomWatch {
  return new RoomWatch(nearlyFullShare, onNearlyFull);
}
