import type { MemoryStore, StoreCallOptions } from '@agent-memory/core';
import type { RetentionLimits, RetentionRemoval } from './retention.ts';

/** A store of sessions on IndexedDB, with what it can tell of the room that they take [STO-3]. */
export interface IndexedDbStore extends MemoryStore {
  /**
   * About how many bytes are stored of a session, the browser's own overhead apart. Reads all of it, in
   * slices; an unknown session takes none.
   */
  sizeOf(sessionId: string, options?: StoreCallOptions): Promise<number>;
  /**
   * Gives the sessions that are over the limits, and removes nothing: show it, or hand it to
   * `applyRetention`. Sessions that open stores of this page have loaded or written to are never among
   * them, nor are those that memories in other tabs have open; they count against the limits. A limit in bytes reads every session.
   *
   * @throws InvalidOptionError if a limit is no number or less than 0.
   *
   * @example
   * const store = indexedDbStore();
   * const plan = await store.planRetention({ maxAgeDays: 90, maxSessions: 200 });
   * const removed = await store.applyRetention(plan);
   */
  planRetention(
    limits: RetentionLimits,
    options?: StoreCallOptions,
  ): Promise<readonly RetentionRemoval[]>;
  /**
   * Deletes the sessions of a plan and gives those that went: one that was written to since the plan
   * was made stays, and so does one that was opened since, here or in another tab. Nothing else ever deletes by
   * age, number or size.
   */
  applyRetention(
    plan: readonly RetentionRemoval[],
    options?: StoreCallOptions,
  ): Promise<readonly RetentionRemoval[]>;
}
