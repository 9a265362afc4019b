import type { RecordPatch } from '../change/change-record.ts';
import type { LineSource } from '../lines/record-lines.ts';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { HeldRecord } from '../quarantine/held-record.ts';
import type { Evidence, JsonValue, MemoryRecord, MemoryType } from '../records/memory-record.ts';
import type { KnownRecord, Standing } from '../records/standing.ts';
import type { CutRule, SignalScore } from '../retrieval/retrieval-index.ts';
import type { LoggedEntry } from '../store/record-change.ts';
import type { Page, PageOptions, RecordCallOptions, RecordFilter } from '../store/record-store.ts';
import type { LongTermListener } from './events.ts';

/** Every call that waits takes one. */
export type CallOptions = RecordCallOptions;

/** The person or rule that decides. */
export interface ConfirmOptions extends CallOptions {
  /** The person or the rule, for the audit log: `rule:calendar`. Default: `user` [GRD-1]. */
  readonly by?: string;
}

/** How something leaves quarantine. */
export interface ReleaseOptions extends ConfirmOptions {
  /**
   * `reference`: text quoted from outside, never a fact. `claim`: as it was stored, a hypothesis that waits
   * for `verify`. Default: a `reference` where it is one, else a `claim`.
   */
  readonly as?: 'reference' | 'claim';
}

/** How a file is written. */
export interface ExportOptions extends CallOptions {
  /** Seals the file instead of the store, whose seal nothing fits after the site's data were cleared. Encrypts nothing. */
  readonly passphrase?: string;
}

/** How a file is read. */
export interface ImportOptions extends CallOptions {
  /**
   * `outside`: a file from anywhere; each of its records becomes a quotation or a claim from outside, whatever
   * it says of itself, and has no history [GRD-1]. `backup`: a file that the app vouches for; it is believed as
   * far as the write policy goes. Default: `backup` where its seal is that of this store and user, or of the
   * passphrase, and nothing in it was changed.
   */
  readonly from?: 'backup' | 'outside';
  /** Of the file's seal. */
  readonly passphrase?: string;
}

/**
 * Texts that read like orders to the assistant wait here, out of every list, search and context, until
 * somebody has looked at them. After 30 days they are erased; of a namespace the newest 200 are kept [GRD-3].
 */
export interface Quarantine {
  /** The texts that wait in namespaces that this memory writes, newest first, and why. */
  list(options?: ListOptions): Promise<Page<HeldRecord>>;
  /**
   * Lets one out as what it is: no surer than it was, and recorded with who did it.
   */
  release(id: string, options?: ReleaseOptions): Promise<ChangeOutcome>;
  /**
   * Takes one away for good, keeps the same statement from coming back, and records who did it. An id that does
   * not wait here is refused (`UNKNOWN_RECORD`).
   */
  erase(id: string, options?: ConfirmOptions): Promise<EraseReport>;
}

/** The outcome of a draft. */
export type WriteOutcome =
  | {
      /** `merged`: joined with a record that says the same. `unchanged`: it was all known. */
      readonly kind: 'stored' | 'merged' | 'unchanged';
      readonly record: MemoryRecord;
      /** Ids of the records that it corrects. */
      readonly replaced: readonly string[];
      /** Ids of records that may contradict it; nobody has decided between them. */
      readonly doubtful: readonly string[];
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The outcome of a change to one record. */
export type ChangeOutcome =
  | { readonly kind: 'changed' | 'unchanged'; readonly record: MemoryRecord }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Names a record by its id, or by its key. */
export type RecordRef = string | { readonly key: string; readonly namespace?: string };

/** Which records are wanted. */
export interface MemoryFilter
  extends Pick<RecordFilter, 'types' | 'kinds' | 'sources' | 'fromMs' | 'toMs'> {
  /** Default: all that this memory reads. Others are never given out. */
  readonly namespaces?: readonly string[];
}

/** Which records are listed. */
export type ListFilter = MemoryFilter & Pick<RecordFilter, 'subject' | 'keyPrefix'>;

/** How much is listed, and from where. */
export type ListOptions = PageOptions;

/** A query for records. */
export interface MemoryQuery extends MemoryFilter {
  readonly text: string;
  /** Most hits. Default: 5 [RET-2]. */
  readonly limit?: number;
  /** Most tokens of all hits together. Default: no limit. */
  readonly maxTokens?: number;
  /**
   * A hit scores at least that: about 1 is a record that has every word of the question that any record has, or that
   * is named. Default: no limit.
   */
  readonly minScore?: number;
  /** Whether this counts as a use of the hits: in their figures and in the audit log. Default: true. */
  readonly countsAsUse?: boolean;
}

/** A record that was found, how it stands, and why it was found [RET-3]. */
export interface RetrievedRecord extends KnownRecord {
  /** 1 for the best. */
  readonly rank: number;
  readonly score: number;
  readonly signals: Readonly<Record<string, SignalScore>>;
  /**
   * `named`: the question has its key or one of its aliases. `words`, `meaning`: whichever says more for it.
   * `counterpart`: the hit before it may contradict it, and is not given out alone; it counts for no limit.
   */
  readonly why: 'named' | 'words' | 'meaning' | 'counterpart';
  /** The key or alias that is named. */
  readonly named?: string;
  /** The text that was asked with says something else, as a statement that would take its place. */
  readonly saidOtherwise?: true;
}

/** A record that was found and is not given out. */
export interface CutRecord {
  readonly id: string;
  /**
   * `NOT_ACTIVE`: its `standing` says why. `HELD`: it reads like an order to the assistant [GRD-1]. `MUTED`:
   * a person marked it against recall, or the record of `duplicateOf`, which says the same.
   */
  readonly rule: CutRule | 'NOT_ACTIVE' | 'HELD' | 'MUTED';
  readonly score: number;
  readonly standing?: Standing;
  readonly duplicateOf?: string;
}

/** The answer to a query. */
export interface Retrieved {
  readonly hits: readonly RetrievedRecord[];
  readonly cut: readonly CutRecord[];
  /** A sentence for each signal that could not speak. */
  readonly degraded: readonly string[];
}

/**
 * A change of a record. Another text or value makes a new record that supersedes it, with the evidence
 * given; without them evidence is joined to what there is, and `source` and `reason` are refused.
 */
export interface RecordUpdate
  extends RecordPatch,
    Pick<MemoryDraft, 'text' | 'value' | 'source' | 'reason' | 'evidence'> {}

/** The records for an agent whose session or run begins [LTM-9]. */
export interface SessionStart {
  /** How the session before ended. */
  readonly summary?: KnownRecord;
  /** Ways that worked for tasks like this one, the likest first. */
  readonly strategies: readonly RetrievedRecord[];
  /** Episodes about something like this. */
  readonly episodes: readonly RetrievedRecord[];
}

/** The outcome of a sweep. */
export interface CleanupReport {
  /** Ids of records that hold no more. */
  readonly ended: readonly string[];
  /** Ids of records that are old and were never used; somebody may want to forget them. */
  readonly neverUsed: readonly string[];
}

/** The records that are to be erased. `everything` leaves what other users wrote, unless `mayChangeOthers` is set. */
export type EraseTarget =
  | { readonly id: string }
  | { readonly key: string; readonly namespace?: string }
  | { readonly namespace: string }
  | { readonly everything: true };

/** How much is erased. */
export interface EraseOptions extends CallOptions {
  /**
   * The messages named in `evidence` go too, and what was made of them. Needs `sessions`; sessions
   * that are open have to be disposed of first. Default: false.
   */
  readonly includeSources?: boolean;
}

/** The outcome of an erasure. */
export interface EraseReport {
  readonly recordIds: readonly string[];
  /** Messages whose words are gone. */
  readonly sources: readonly Evidence[];
  /** Messages that no session had: erased before, or deleted with their session. */
  readonly missing: readonly Evidence[];
  /**
   * Why nothing was erased: the namespace is that of another memory (`NAMESPACE_CLOSED`), another user wrote
   * something of it (`OF_ANOTHER_USER`), or nothing of the id waits in quarantine (`UNKNOWN_RECORD`).
   */
  readonly refusal?: Refusal;
}

/** A line of a file that was not taken in. */
export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly refusal: Refusal;
}

/** The outcome of an import, line by line. */
export interface ImportReport {
  readonly imported: number;
  /** Known already, or known better. */
  readonly unchanged: number;
  readonly refused: readonly RefusedLine[];
  /** How the file was taken. */
  readonly from: 'backup' | 'outside';
  /** Why, for people. */
  readonly sentence: string;
}

/** A time in which memory was paused, in milliseconds since 1970. */
export interface MemoryPause {
  readonly fromMs: number;
  /** Absent: it lasts. */
  readonly toMs?: number;
}

/** How a summary of a session is kept. */
export interface SessionSummaryDraft extends Pick<MemoryDraft, 'evidence' | 'metadata' | 'source'> {
  readonly sessionId: string;
  readonly text: string;
  /** Default: `user`, so that it is for that user alone. */
  readonly type?: MemoryType;
}

/**
 * Knowledge that outlives a session: records that are written by a policy, corrected with
 * their history kept, found by words and meaning, and forgotten when their time is over.
 */
export interface LongTermMemory {
  /** Resolves when the store can be used and the index has everything; the first call waits for it too. */
  readonly ready: Promise<void>;

  /** Takes a draft in, or says why not [LTM-3]. */
  store(draft: MemoryDraft, options?: CallOptions): Promise<WriteOutcome>;
  /** Finds records and gives each with its confidence and labels [RET-4]. */
  retrieve(query: MemoryQuery, options?: CallOptions): Promise<Retrieved>;
  /** Changes a record; what it said before stays in its history [LTM-5]. */
  update(ref: RecordRef, update: RecordUpdate, options?: CallOptions): Promise<WriteOutcome>;
  /** The record is given out no more; its history stays. `erase` takes that too. */
  forget(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;
  /**
   * A record that was forgotten or superseded holds again as it was, beside whatever says otherwise. One whose key
   * another record has by now is refused (`ENDED_SINCE`), and so is one that ended for another reason (`UNKNOWN_RECORD`).
   */
  restore(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;

  /**
   * Puts a record right in the user's name: this wins over everything that is known, and over what was
   * erased. A text that differs in case alone is another one. A decision says its reason in the text; an
   * identifier takes its value from a text that has it in place of the old one, else the call is
   * refused (`NO_VALUE`): call `update` with `text`, `value` and the source `user_correction`.
   */
  correct(ref: RecordRef, text: string, options?: CallOptions): Promise<WriteOutcome>;
  /** A review that confirms: a hypothesis becomes known [LTM-2]. */
  verify(ref: RecordRef, options?: ConfirmOptions): Promise<ChangeOutcome>;
  /** A review that finds it wrong: it is given out no more. */
  reject(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;
  /** It never expires, decays or is swept away. */
  pin(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;
  unpin(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;
  /**
   * Marks a record against recall: `retrieve`, contexts, the manifest, tools and extraction leave it out, and
   * what says the same in the same words with it. `list`, `get`, `record` and `exportLines` have it. The mark
   * stays when the record is corrected, forgotten or said again, until `unmute`; a marked record never ends by
   * itself. A pinned one is refused (`PINNED`), as `pin` is for a marked one (`MUTED`).
   */
  mute(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;
  /** Takes the mark away: the record is recalled again, and may expire and fade again. */
  unmute(ref: RecordRef, options?: CallOptions): Promise<ChangeOutcome>;

  /** The value under a key, `null` too, or its text where it has none; `undefined` where nothing holds [LTM-11]. */
  get(
    key: string,
    options?: CallOptions & { readonly namespace?: string },
  ): Promise<JsonValue | undefined>;
  /**
   * Sets the value under a key. Default: a fact about the user, as the user stated it, whatever was
   * erased before; with a source that is not the user's, what was erased is refused.
   */
  set(
    key: string,
    value: JsonValue,
    options?: CallOptions & Partial<Omit<MemoryDraft, 'key' | 'value'>>,
  ): Promise<WriteOutcome>;
  /** Records that hold, newest first. */
  list(filter?: ListFilter, options?: ListOptions): Promise<Page<KnownRecord>>;
  /** One record, ended or not; `undefined` where there is none that may be read. */
  record(ref: RecordRef, options?: CallOptions): Promise<KnownRecord | undefined>;
  /** Namespaces that hold something and may be read. */
  namespaces(options?: CallOptions): Promise<readonly string[]>;

  /** Gives the records that held at a time, as they would have been read then [LTM-7]. */
  asOf(
    timeMs: number,
    filter?: MemoryFilter,
    options?: CallOptions,
  ): Promise<readonly KnownRecord[]>;
  /** Every version of a record and of those that it corrects, oldest first. */
  history(id: string, options?: CallOptions): Promise<readonly MemoryRecord[]>;
  /** Gives the audit log of the records that may be read, newest first, without a word of their texts. */
  audit(options?: ListOptions): Promise<Page<LoggedEntry>>;

  /** Writes how a session ended, or stands at a milestone, in place of its summary before. */
  summarizeSession(summary: SessionSummaryDraft, options?: CallOptions): Promise<WriteOutcome>;
  /** Gives an agent that begins the last summary, and strategies and episodes like the task. */
  startOf(
    start: { readonly task: string; readonly limit?: number },
    options?: CallOptions,
  ): Promise<SessionStart>;
  /** Texts that read like orders to the assistant and wait for a review [GRD-3]. */
  readonly quarantine: Quarantine;

  /** Ends what is over. The leading tab does it by itself every `sweepEveryMs` [LTM-6]. */
  cleanup(options?: CallOptions): Promise<CleanupReport>;
  /** Takes records away for good, with every version and every copy of their text [LTM-8]. */
  erase(target: EraseTarget, options?: EraseOptions): Promise<EraseReport>;

  /**
   * The user wants nothing recorded and nothing used [LTM-12]: from now on `store` and `set` are refused
   * (`PAUSED`), `retrieve`, `startOf` and contexts give nothing out, and extraction never reads what is said
   * meanwhile. What lists, corrects, forgets, erases, exports or imports works on. It holds in every tab and after
   * a reload, until `resume`.
   */
  pause(options?: CallOptions): Promise<void>;
  /** Ends a pause. */
  resume(options?: CallOptions): Promise<void>;
  /** Whether this user's memory is paused. */
  isPaused(options?: CallOptions): Promise<boolean>;
  /** When it was paused, oldest first. */
  pauses(options?: CallOptions): Promise<readonly MemoryPause[]>;

  /**
   * Every record that may be read, with its history, as JSON Lines: a header, a line a record, and where
   * the page has WebCrypto a seal. No line has a record that was erased before that line was asked for.
   */
  exportLines(options?: ExportOptions): AsyncIterable<string>;
  /**
   * Takes such lines in: a whole text, or line by line. Where the store knows the record, or has another
   * one under its key, the later word counts, unless that is less sure: then the line is refused
   * (`OVERRULED`). A line that is larger than a record may be is refused too. A record that reads like an
   * order to the assistant goes into quarantine, unless it is the user's own word.
   * @throws InvalidOptionError if the lines are neither a text nor a list of texts, or the passphrase is another
   * one than the file's; then nothing was imported.
   * @throws RecordFileError if a line is damaged; then nothing was imported.
   */
  importLines(lines: LineSource, options?: ImportOptions): Promise<ImportReport>;

  /**
   * Reports every change and every recall; gives the function that stops it.
   * @throws InvalidOptionError if the listener is no function.
   */
  subscribe(listener: LongTermListener): () => void;
  /** Lets go of the index and the other tabs; the store stays open for others. Later calls reject. */
  dispose(): Promise<void>;
}
