import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { StoreLoss } from '../ground/errors/store-errors.ts';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Overlays } from '../view/overlay.ts';

/** One session as a list shows it. */
export interface SessionInfo {
  readonly id: string;
  /** Whose it is; absent: it was made without a user. */
  readonly user?: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** All of them, other branches included. */
  readonly entries: number;
  /** How many of them the conversation has; absent: all. */
  readonly shown?: number;
  /** The name that somebody gave it. */
  readonly title?: string;
  /** The beginning of the first user message, on one line, for a session without a name. */
  readonly defaultTitle?: string;
}

/** Everything that brings a session back. */
export interface StoredSession {
  readonly info: SessionInfo;
  /** Every entry of every branch in the order of appending: `position ?? seq` from 0 without gaps. */
  readonly entries: readonly Entry[];
  /**
   * Present where only the newest entries were asked for and given: the place of the first of them.
   * Entries before it are those at the start, up to the one behind the first user message; all between
   * are left out.
   */
  readonly entriesFrom?: number;
  /**
   * Present where only the newest records were asked for and given: `history` begins with a context that says
   * everything it depends on, and `compactions` holds the newest. `loadRecords` gives all.
   */
  readonly lacksRecords?: true;
  /** The entry that the conversation ends with; absent: the last one. `null`: it starts over. */
  readonly headId?: string | null;
  readonly overlays: Overlays;
  /** Input budget under which the overlays were made; another one starts a new epoch. */
  readonly settingsKey: string;
  /** The scratchpad's last value, as it was given; absent before the first change. */
  readonly scratchpad?: unknown;
  /** The system text that was made when the session began; absent where it is given again each time. */
  readonly system?: string;
  /** Newest last. */
  readonly compactions: readonly CompactionRecord[];
  /**
   * The history that past contexts are shown from: one run, oldest first, each record behind the
   * one before [HIS-1].
   */
  readonly history: readonly HistoryRecord[];
  /** Named parts of its state, each read and checked by the feature that owns it. */
  readonly parts: ReadonlyMap<string, unknown>;
  /** A sentence for each thing that is stored and could not be read, and so is left out here [STO-2]. */
  readonly damaged?: readonly string[];
}

/** The values beside a conversation as they are stored; `undefined`: there is none. */
export interface StoredValues {
  readonly scratchpad?: { readonly value: unknown };
  readonly parts?: ReadonlyMap<string, unknown>;
}

/** The changes that one transaction writes: all of them or none. */
export interface SessionChange {
  /** Milliseconds since 1970; becomes `updatedAtMs`, and `createdAtMs` of a new session. */
  readonly atMs: number;
  /** The user for whom it is made: a new session is theirs, and one that is not theirs takes nothing of it. */
  readonly user?: string;
  /**
   * The transcript that this change rests on, its own entries and head included: how many entries
   * there are, other branches counted, the id of the last one, `null` when there is none, and the
   * head where that is another one. A store that holds another transcript rejects with
   * `StoreConflictError` and keeps nothing. Absent: the change fits any transcript that its entries
   * fit behind.
   */
  readonly basis?: {
    readonly entries: number;
    readonly lastEntryId: string | null;
    /** Absent: `lastEntryId`. */
    readonly headId?: string | null;
    /**
     * The id of the entry right before the change's first one in the order of appending, `null`
     * where that is the first of the session: tells this session from one that was made again under
     * its id. Absent: any entry may stand there.
     */
    readonly previousEntryId?: string | null;
    /**
     * The scratchpad and the parts that this change replaces, as its maker knows them to be stored. One that
     * is not named may be any.
     */
    readonly values?: StoredValues;
  };
  /**
   * New entries in the order of appending, the first one right behind the last stored one. Where a
   * stored change said where the conversation ends, the first new one follows that, or `head` says
   * where it ends now.
   */
  readonly entries?: readonly Entry[];
  /** Says where the conversation ends; holds until the next change that says it, or adds entries. */
  readonly head?: { readonly value: string | null };
  /** Names the session; '' takes the name away. */
  readonly title?: { readonly value: string };
  /** Replaces the overlays and the key of the settings they were made under. */
  readonly overlays?: { readonly value: Overlays; readonly settingsKey: string };
  /** Added to the session's compactions; only the newest `COMPACTIONS_KEPT` are kept. */
  readonly compaction?: CompactionRecord;
  /** Replaces the scratchpad. */
  readonly scratchpad?: { readonly value: unknown };
  /** Sets the system text that belongs to the session [TIER-1]. */
  readonly system?: { readonly value: string };
  /** Replaces token counts of stored entries, by `position ?? seq`. */
  readonly tokens?: ReadonlyMap<number, TokenCount>;
  /** Added to the session's history, in order, each behind the record with the index before its own. */
  readonly history?: readonly HistoryRecord[];
  /** Drops the records before this index; those of the change are added first. */
  readonly historyFrom?: number;
  /**
   * This change is the whole session from now on; nothing else that was stored of it stays, neither
   * history nor compactions. Its entries are the stored ones with other contents: a store that holds
   * another number of them, or another last one, rejects with `StoreConflictError` and keeps what it
   * has. Erasing is the one reason to rewrite originals [LTM-8].
   */
  readonly replaces?: true;
  /**
   * The words that this change takes away were erased rather than outgrown: a store that can also
   * takes them out of the files underneath it. A change that `replaces` says so by itself.
   */
  readonly erases?: true;
  /** Replaces the named parts whole; `undefined` takes a part away. Parts that are not named stay. */
  readonly parts?: ReadonlyMap<string, unknown>;
}

/**
 * How many compaction records a store keeps for a session.
 *
 * @example
 * const stored = await store.load('support');
 * const mayLackEarlierOnes = stored?.compactions.length === COMPACTIONS_KEPT;
 */
export const COMPACTIONS_KEPT = 200;

/**
 * Port: where sessions live [STO-1].
 *
 * An implementer owes:
 * - `commit` is atomic: all of a change is stored or none of it. It resolves only when the change
 *   will survive what the store promises to survive (a reload, for IndexedDB) [STO-4].
 * - Entries are append-only, unless a change `replaces` the session. An entry whose place
 *   (`position ?? seq`) is taken by the same `id` with the same message is skipped (a repeated commit is
 *   harmless); by another `id` or message rejects with `StoreConflictError`; one that would leave a gap
 *   rejects with `StoreConflictError`. Nothing of the refused change is kept.
 * - Where the conversation ends in another entry than the last one stored, entries that are added
 *   follow that entry, or their change says `head`; `commit` rejects with `StoreConflictError`
 *   otherwise: another tab has moved the head.
 * - A change with a `basis` is stored only onto that transcript: with the change's own entries and
 *   head in place, the number of entries, the id of the last one and the head equal the basis, and
 *   so does the id of the stored entry before its first one where the basis has a
 *   `previousEntryId`, or `commit` rejects with `StoreConflictError` and keeps nothing. Checked in
 *   the transaction that writes, so that what rests on refused entries, such as the overlays of a
 *   compaction, is refused with them.
 * - Where the basis names a scratchpad or parts (`values`), what is stored of them equals that, as JSON, or
 *   what the change brings already; otherwise `commit` rejects with `StoreConflictError` and keeps nothing:
 *   another tab has written there since.
 * - A change with a `user` is stored only in a session of that user; a session keeps the user whom its first
 *   change names, also where it is replaced. `commit` rejects with `StoreConflictError` otherwise [NS-1].
 * - A session holds whatever its entries follow: a change whose first new entry follows one that is
 *   not stored, or whose head is neither stored nor its own, rejects with `StoreConflictError`, and
 *   nothing of it is kept. Where the basis proves that the change was made in this session
 *   (`previousEntryId`, or no new entries), that is not looked up.
 * - A session's history is one run of records, `index` rising by one. The first of an empty history
 *   may have any index. A record whose index is taken by one that says the same, its time apart, is
 *   skipped, and so is one before the run, which was dropped before; by another one rejects with
 *   `StoreConflictError`, and so does one that would leave a gap. Nothing of the refused change is
 *   kept. `historyWrite` decides all of this.
 * - Values come back equal to what went in, and are never the same object: a caller that changes
 *   what it loaded changes nothing in the store.
 * - Asked for the `newest` entries, `load` may leave out older ones of a session of one path, and says
 *   so in `entriesFrom`: then it gives those from there on, among them the newest user message and the
 *   entry before it, `entriesFrom` beginning a unit; and those at the start, up to the one behind the
 *   first user message. `info.entries` counts all. `newestStart` and `leadingEntries` say both. What it leaves out
 *   is given by `loadEntries`, and by `loadRecords` where it `lacksRecords`. A session in which something is damaged, or that has branches, is given
 *   whole.
 * - `load` of an unknown session gives `undefined`; of one that cannot be read, `StoreCorruptError`.
 * - Damage to the history or to a part costs that alone, and `damaged` says so: history is given from
 *   behind the newest damaged record (`isHistoryRecord` of `@agent-memory/sessions/stored` tells one), a damaged part is left out. Where
 *   nothing of the history can be given, it counts as empty for the next change. What parts hold is
 *   not looked at.
 * - A session of an earlier release, which knew no history and no parts, has none.
 * - A session whose record cannot be read hides no other one from `list`, and is itself given with what
 *   can be read of it, or left out.
 * - Quota, a lost connection and a missing database reject with the typed errors of `errors.ts`.
 * - After `close` every call rejects with `StoreUnavailableError`; `close` twice is harmless.
 *
 * A caller may run commits of one session only one after another; different sessions may overlap.
 * The suite `storeContract` in `@agent-memory/core/testing` proves these sentences.
 */
export interface MemoryStore {
  /** For people: `IndexedDB`, `memory`. */
  readonly name: string;
  /** True if sessions outlive the page. */
  readonly persistent: boolean;
  load(sessionId: string, options?: LoadOptions): Promise<StoredSession | undefined>;
  /**
   * Entries by place, as `load` gives them. A store that has this may give the newest part of a session.
   * @throws StoreCorruptError where one of them is not there, or cannot be read.
   */
  readonly loadEntries?: LoadEntries | undefined;
  /** The history and the compactions of a session, as `load` gives them. */
  readonly loadRecords?: LoadRecords | undefined;
  commit(sessionId: string, change: SessionChange, options?: StoreCallOptions): Promise<void>;
  /** Newest update first. */
  list(options?: StoreCallOptions): Promise<readonly SessionInfo[]>;
  /** Removes a session whole; an unknown one is no error. */
  delete(sessionId: string, options?: StoreCallOptions): Promise<void>;
  /**
   * 32 random bytes that are made when first asked for and stay with the data: exported files are sealed by them.
   * Absent, files are sealed by a passphrase only.
   */
  readonly secret?: ((options?: StoreCallOptions) => Promise<Uint8Array>) | undefined;
  close(): Promise<void>;
  /**
   * Names the data to the other tabs of this origin: stores of one address hold the same sessions. Absent:
   * nobody else can reach them.
   */
  readonly address?: string | undefined;
  /**
   * Calls back when another store object of this address, in whichever tab, has committed to the session or
   * deleted it [NS-2]; gives the function that ends that. Word may come late, twice, or not at all where
   * the platform has no way between tabs; it carries no content.
   */
  watch?(sessionId: string, listener: (news: StoreNews) => void): () => void;
  /**
   * The engine's loss of a session, as far as the store can tell; up to date once a
   * `load` or `commit` has settled [STO-7]. Absent where a store cannot tell.
   */
  lossOf?(sessionId: string): StoreLoss | undefined;
}

/** Another tab's change of a session. */
export interface StoreNews {
  readonly kind: 'changed' | 'deleted';
  /** Stored originals were replaced by others of the same ids, as erasing does. */
  readonly replaces?: true;
}

/** Entries from one place in the order of appending to another, exclusive. */
export interface EntryPlaces {
  readonly from: number;
  readonly to: number;
}

/** Reads entries by place. */
export type LoadEntries = (
  sessionId: string,
  places: EntryPlaces,
  options?: StoreCallOptions,
) => Promise<readonly Entry[]>;

/** The records of a session that grow with it, and what could not be read of them. */
export type StoredRecords = Pick<StoredSession, 'history' | 'compactions' | 'damaged'>;

/** Reads the records of a session. */
export type LoadRecords = (sessionId: string, options?: StoreCallOptions) => Promise<StoredRecords>;

/** How a session is loaded. */
export interface LoadOptions extends StoreCallOptions {
  /** So many of the newest entries are enough for now. A store may give all. */
  readonly newest?: number;
  /** With `newest`: so are the newest records of the history and of compactions. */
  readonly newestRecords?: boolean;
  /** With `newest`: overlays are not wanted, which grow with a session. A store may give none. */
  readonly withoutOverlays?: boolean;
}

/** Options of every call of a store, beside its own arguments. */
export interface StoreCallOptions {
  /** Rejects with the signal's reason; a commit that already reached the disk stays. */
  readonly signal?: AbortSignalLike;
}
