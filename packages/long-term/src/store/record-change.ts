import type { MemoryRecord } from '../records/memory-record.ts';

/** Something that was done to records. */
export type AuditAction =
  | 'store'
  | 'merge'
  | 'correct'
  | 'supersede'
  | 'update'
  | 'verify'
  | 'reject'
  | 'pin'
  | 'unpin'
  /** Marked against recall by a person. */
  | 'mute'
  | 'unmute'
  | 'forget'
  /** Holds again after it was forgotten or superseded. */
  | 'restore'
  | 'erase'
  | 'recall'
  | 'expire'
  | 'drop'
  | 'fade'
  | 'import'
  /** Put into quarantine. */
  | 'hold'
  /** Let out of quarantine. */
  | 'release';

/** A line of the audit log: what happened to which records, without a word of what they say [LTM-7]. */
export interface AuditEntry {
  readonly atMs: number;
  readonly action: AuditAction;
  readonly namespace: string;
  readonly recordIds: readonly string[];
  /** The person or the rule that confirmed it, or released or erased it from quarantine: `user`, `rule:calendar` [GRD-1]. */
  readonly by?: string;
}

/** An entry with its place in the log; the first has number 1. */
export interface LoggedEntry extends AuditEntry {
  readonly number: number;
}

/** A use of records: they were given out for a context. */
export interface RecordUse {
  readonly recordIds: readonly string[];
  readonly atMs: number;
}

/** The content of one transaction: all of it is written, or nothing. */
export interface RecordChange {
  /**
   * The store's revision that the change was decided on; a store that has moved on rejects with
   * `RecordConflictError`. Absent: the change fits whatever is stored.
   */
  readonly basis?: number;
  /**
   * The secret that ids and tombstones of the change were made with; a store that has another one by
   * now, because its data was deleted, rejects with `RecordConflictError`. Absent: none was needed.
   */
  readonly keyedBy?: Uint8Array;
  /** Records as they are from now on, each with a revision above the stored one. */
  readonly puts?: readonly MemoryRecord[];
  /** Earlier versions of records, added to their history: for an import. */
  readonly versions?: readonly MemoryRecord[];
  /** Counts up `uses` and moves `lastUsedAtMs` on; makes no version. */
  readonly use?: RecordUse;
  /** Records that go with everything that is stored of them. */
  readonly erase?: readonly string[];
  /** Keyed hashes of what was erased. */
  readonly tombstones?: readonly string[];
  /** Keyed hashes that stand no more: the user said it again. */
  readonly lifted?: readonly string[];
  readonly audit?: readonly AuditEntry[];
  /** Remembers under a name up to which revision something outside the store has come. */
  readonly mark?: { readonly name: string; readonly revision: number };
}
