import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { Overlays } from '../compaction/overlay.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import type { Entry, TokenCount } from '../transcript/entry.ts';

/** One session as a list shows it. */
export interface SessionInfo {
  readonly id: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly entries: number;
}

/** Everything that brings a session back. */
export interface StoredSession {
  readonly info: SessionInfo;
  /** Every entry, `seq` from 0 without gaps. */
  readonly entries: readonly Entry[];
  readonly overlays: Overlays;
  /** Input budget under which the overlays were made; another one starts a new epoch. */
  readonly settingsKey: string;
  /** The scratchpad's last value, as it was given; absent before the first change. */
  readonly scratchpad?: unknown;
  /** The system text that was made when the session began; absent where it is given anew each time. */
  readonly system?: string;
  /** Newest last. */
  readonly compactions: readonly CompactionRecord[];
}

/** What one transaction writes. All of it or none of it. */
export interface SessionChange {
  /** Milliseconds since 1970; becomes `updatedAtMs`, and `createdAtMs` of a new session. */
  readonly atMs: number;
  /**
   * The transcript that this change rests on, its own entries included: how many entries there are
   * and the id of the last one, `null` when there is none. A store that holds another one rejects
   * with `StoreConflictError` and keeps nothing. Absent: the change fits any transcript that its
   * entries fit behind.
   */
  readonly basis?: { readonly entries: number; readonly lastEntryId: string | null };
  /** New entries, in order, the first one right behind the last stored one. */
  readonly entries?: readonly Entry[];
  /** Replaces the overlays and the key of the settings they were made under. */
  readonly overlays?: { readonly value: Overlays; readonly settingsKey: string };
  /** Added to the session's compactions; only the newest `COMPACTIONS_KEPT` are kept. */
  readonly compaction?: CompactionRecord;
  /** Replaces the scratchpad. */
  readonly scratchpad?: { readonly value: unknown };
  /** Sets the system text that belongs to the session [TIER-1]. */
  readonly system?: { readonly value: string };
  /** Replaces token counts of stored entries, by `seq`. */
  readonly tokens?: ReadonlyMap<number, TokenCount>;
}

/** How many compaction records a store keeps for a session. */
export const COMPACTIONS_KEPT = 200;

/**
 * Port: where sessions live [STO-1].
 *
 * An implementer owes:
 * - `commit` is atomic: all of a change is stored or none of it. It resolves only when the change
 *   will survive what the store promises to survive (a reload, for IndexedDB) [STO-4].
 * - Entries are append-only. An entry whose `seq` is taken by the same `id` is skipped (a repeated
 *   commit is harmless); by another `id` rejects with `StoreConflictError`; one that would leave a
 *   gap rejects with `StoreConflictError`. Nothing of the refused change is kept.
 * - A change with a `basis` is stored only onto that transcript: with the change's own entries in
 *   place, the number of entries and the id of the last one equal the basis, or `commit` rejects
 *   with `StoreConflictError` and keeps nothing. Checked in the transaction that writes, so that
 *   what rests on refused entries, such as the overlays of a compaction, is refused with them.
 * - Values come back equal to what went in, and are never the same object: a caller that changes
 *   what it loaded changes nothing in the store.
 * - `load` of an unknown session gives `undefined`; of one that cannot be read, `StoreCorruptError`.
 * - `list` leaves out a session whose record cannot be read, and gives all others.
 * - Quota, a lost connection and a missing database reject with the typed errors of `errors.ts`.
 * - After `close` every call rejects with `StoreUnavailableError`; `close` twice is harmless.
 *
 * A caller may run commits of one session only one after another; different sessions may overlap.
 * The suite `storeContract` in `@agent-memory/core/testing` proves these sentences.
 */
export interface MemoryStore {
  /** For people: `IndexedDB`, `memory`. */
  readonly name: string;
  /** Whether sessions outlive the page. */
  readonly persistent: boolean;
  load(sessionId: string, options?: StoreCallOptions): Promise<StoredSession | undefined>;
  commit(sessionId: string, change: SessionChange, options?: StoreCallOptions): Promise<void>;
  /** Newest update first. */
  list(options?: StoreCallOptions): Promise<readonly SessionInfo[]>;
  /** Removes a session whole; an unknown one is no error. */
  delete(sessionId: string, options?: StoreCallOptions): Promise<void>;
  close(): Promise<void>;
}

/** What every call of a store takes beside its own arguments. */
export interface StoreCallOptions {
  /** Rejects with the signal's reason; a commit that already reached the disk stays. */
  readonly signal?: AbortSignalLike;
}
