import type { AbortSignalLike } from '@agent-memory/core';
import type {
  EndReason,
  MemoryKind,
  MemoryRecord,
  MemoryType,
  RecordSource,
} from '../records/memory-record.ts';
import type { LoggedEntry, RecordChange } from './record-change.ts';

/** Options of every call of a store, beside its own arguments. */
export interface RecordCallOptions {
  /** Rejects with the signal's reason; a commit that already reached the disk stays. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Which records a page has. Each field that is given has to hold. */
export interface RecordFilter {
  readonly namespaces: readonly string[];
  readonly types?: readonly MemoryType[];
  readonly kinds?: readonly MemoryKind[];
  readonly sources?: readonly RecordSource[];
  readonly subject?: string;
  readonly keyPrefix?: string;
  /** Created at that time or later. */
  readonly fromMs?: number;
  /** Created before that time. */
  readonly toMs?: number;
  /** Whether records that have ended are among them. Default: false. */
  readonly withEnded?: boolean;
  /** Only those that ended for this reason. */
  readonly endedAs?: EndReason;
}

/** A page of something, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Give it back to get the next page; absent behind the last one. */
  readonly next?: string;
}

/** How much of a list, and from where. */
export interface PageOptions extends RecordCallOptions {
  /** Most items. Default: 50. */
  readonly limit?: number;
  /** `next` of the page before; anything else rejects with `InvalidOptionError`. */
  readonly after?: string;
}

/** The changes of the records since a revision of the store. */
export interface RecordDelta {
  /** The revision up to which this tells; behind the last page that of the store. */
  readonly revision: number;
  /** Records that were put, as they are now. */
  readonly puts: readonly MemoryRecord[];
  readonly erased: readonly string[];
  /** More has changed: ask again from `revision` on. */
  readonly hasMore: boolean;
}

/** The browser lost the records, with the database that held them. */
export interface RecordLoss {
  /** Changes of records that were acknowledged and are gone; `undefined`: nobody knows how many. */
  readonly changes: number | undefined;
  /** The browser's own words, where it said any. */
  readonly message?: string;
}

/**
 * Port: where records live [LTM-2].
 *
 * An implementer owes:
 * - `commit` is atomic: all of a change is stored or none of it. It gives the store's revision
 *   behind it, and resolves when the change survives what the store promises to survive.
 * - The revision rises by one with each change that puts or erases a record, and by nothing else:
 *   uses, audit entries, tombstones and marks leave it. A change whose `basis` is another revision
 *   rejects with `RecordConflictError`, and nothing of it is kept; this is looked up in the
 *   transaction that writes. The same goes for a change that is `keyedBy` another secret.
 * - A put replaces the record and is added to its versions. One whose own revision is not above the
 *   stored one rejects with `RecordConflictError`. `uses` and `lastUsedAtMs` never fall by a put:
 *   the stored ones stay where they are higher. A version that is known already is left as it is.
 * - A use of an unknown record is no error.
 * - Erasing takes the record, all its versions and every copy of its text from the store; an unknown
 *   id is no error. A change that puts and erases the same record erases it.
 * - Pages have a stable order: newest `createdAtMs` first, then by id downwards. A record that is
 *   written while somebody pages is in no page twice.
 * - `changesSince` gives every record that was put behind that revision, each once as it is now,
 *   and every id that was erased behind it and was not put again; unknown ids that were to be erased
 *   may be among them.
 * - Values come back equal to what went in, and are never the same object.
 * - A record that cannot be read costs itself alone: it is left out, and `damaged` tells.
 * - `secret` gives the same 32 random bytes for as long as the store lives, in every tab.
 * - Quota, a lost connection and a missing database reject with core's typed errors.
 * - After `close` every call rejects with `StoreUnavailableError`; `close` twice is harmless.
 *
 * The suite `recordStoreContract` in `@agent-memory/long-term/testing` proves these sentences.
 */
export interface RecordStore {
  /** For people: `IndexedDB`, `memory`. */
  readonly name: string;
  /** True if records outlive the page. */
  readonly persistent: boolean;
  /** Names the data: the same in every tab that shares it, and absent where none can. */
  readonly address?: string;
  secret(options?: RecordCallOptions): Promise<Uint8Array>;
  revision(options?: RecordCallOptions): Promise<number>;
  commit(change: RecordChange, options?: RecordCallOptions): Promise<number>;
  /** Those that there are, ended ones included, in the order of the ids. */
  byIds(ids: readonly string[], options?: RecordCallOptions): Promise<readonly MemoryRecord[]>;
  /**
   * The records that have one of the keys and have not ended, in the order of the keys. What is no text,
   * or an empty one, finds nothing.
   */
  byKeys(
    namespace: string,
    keys: readonly string[],
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]>;
  /** Records that have not ended, of one subject (or none) and kind. */
  bySubject(
    namespace: string,
    subject: string | undefined,
    kind: MemoryKind,
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]>;
  page(filter: RecordFilter, options?: PageOptions): Promise<Page<MemoryRecord>>;
  changesSince(
    revision: number,
    options?: RecordCallOptions & { readonly limit?: number },
  ): Promise<RecordDelta>;
  /** Every version of each record, the newest last, by id. An id without a version is not in it. */
  versions(
    ids: readonly string[],
    options?: RecordCallOptions,
  ): Promise<ReadonlyMap<string, readonly MemoryRecord[]>>;
  /** For each record of these namespaces its newest version that was written by then. */
  versionsAt(
    namespaces: readonly string[],
    atMs: number,
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]>;
  /** Newest first. */
  audit(options?: PageOptions): Promise<Page<LoggedEntry>>;
  /** Those of the hashes that stand. */
  tombstones(hashes: readonly string[], options?: RecordCallOptions): Promise<ReadonlySet<string>>;
  /** Every namespace that has a record, ended ones included, in order. */
  namespaces(options?: RecordCallOptions): Promise<readonly string[]>;
  /** The revision under a name; `undefined` where none was marked. */
  mark(name: string, options?: RecordCallOptions): Promise<number | undefined>;
  /** A sentence for each record that cannot be read. */
  damaged(options?: RecordCallOptions): Promise<readonly string[]>;
  /**
   * Calls the listener when a call finds that acknowledged records are lost [STO-7], until what it
   * returns is called. Absent where a store cannot know.
   */
  watchLoss?(listener: (loss: RecordLoss) => void): () => void;
  close(): Promise<void>;
}
