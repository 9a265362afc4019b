import type { CompactionRecord } from '../../compaction/compaction-record.ts';
import { type Clock, pause } from '../../ground/platform/clock.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import { type Merge, merged, type ValueReader } from '../../state/merge.ts';
import type { RestoredSession } from '../../state/session-event.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../../store/memory-store.ts';
import {
  alongside,
  back,
  emptyOutbox,
  inStore,
  isAsKnown,
  isBack,
  isCleared,
  queued,
} from '../../store/outbox.ts';
import { checkingTree } from '../../store/stored-transcript.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { IsStoredAs, Rebased } from '../../transcript/rebased.ts';
import { entryOf, headIdOf, placeOf, seqOf, type Transcript } from '../../transcript/transcript.ts';
import { everyEntry } from '../../transcript/transcript-at.ts';
import { type LostSession, lacks, wholeSession } from './lost-session.ts';
import type { OnTakenOver, WriterHost } from './writer-host.ts';
import { noteWorking, type WriterState } from './writer-state.ts';

/** A look at what the store holds. */
export interface Look {
  /** All of the session is read: what is stored may have been replaced. */
  readonly isWhole: boolean;
  /** No change was reported; the store is asked first whether there is one. */
  readonly isUntold?: boolean;
}

/** Reads a stored session as its page needs it. */
export interface StoredReader<Pad> extends ValueReader<Pad> {
  restored(stored: StoredSession): RestoredSession<Pad>;
  /** Tells whether a message of this page is what is stored. */
  isStoredAs(): Promise<IsStoredAs>;
}

/** So many of the newest stored entries are read for news: more than is said between two looks. */
const NEWEST = 100;

/** The parts of a session that are needed to continue from its store. */
interface RebaseParts<Pad> {
  readonly host: WriterHost<Pad>;
  readonly state: WriterState;
  readonly store: MemoryStore;
  readonly lost: LostSession<Pad>;
  /** Resolves when all of the stored session is loaded. @throws what hinders it. */
  whole(): Promise<void>;
  readonly reader: StoredReader<Pad>;
  readonly clock: Clock;
  readonly onTakenOver?: OnTakenOver;
}

/** A change of a session that is placed anew comes before all that is queued from then on. */
const FIRST = 0;

/**
 * Makes a session continue from what its store holds, other tabs having written to it [NS-2]. What this page
 * has beside that gets its place there, and is owed.
 */
export class Rebase<Pad> {
  readonly #parts: RebaseParts<Pad>;
  /** Compactions that go ahead of the change of a session that is being rebased. */
  #placing: readonly CompactionRecord[] | undefined;
  #branchings = 0;
  /** The ids that entries of this page have now, by those that they had. */
  readonly #newIds = new Map<string, string>();
  /** The end of a branch that words of this page or of another became, and whether it was told about. */
  #branch: { readonly end: string; isTold: boolean } | undefined;

  constructor(parts: RebaseParts<Pad>) {
    this.#parts = parts;
  }

  /** How often something of this page became a branch, because another tab went on elsewhere. */
  get branchings(): number {
    return this.#branchings;
  }

  /** The id that an entry has now: another tab may have used its own for something else. */
  idNow(id: string): string {
    const next = this.#newIds.get(id);
    return next === undefined ? id : this.idNow(next);
  }

  /** The entries as they stand now: where another tab was first, behind its own, or under another id. */
  asPlaced(entries: readonly Entry[]): readonly Entry[] {
    const { transcript } = this.#parts.host.snapshot;
    return entries.map((entry) => {
      const now = entryOf(transcript, this.idNow(entry.id));
      return now === undefined || isInItsPlace(entry, now) ? entry : now;
    });
  }

  /** Tells whether a change is that of a rebase under way: it takes the place of all that waited. */
  captures(change: SessionChange): boolean {
    const compactionsAhead = this.#placing;
    if (!compactionsAhead) return false;
    this.#placing = undefined;
    const { state, host } = this.#parts;
    const ahead = compactionsAhead.reduce(
      (outbox, compaction) => alongside(outbox, { atMs: change.atMs, compaction }, FIRST),
      state.outbox,
    );
    state.outbox = queued(ahead, host.snapshot.transcript, change, FIRST);
    return true;
  }

  /** Whether the store holds what this page last read or wrote there. Costs the same for a session of any length. */
  async isUpToDate(): Promise<boolean> {
    const { host, state, store } = this.#parts;
    if (state.isUnread || state.failing !== undefined || state.outbox.changes.length > 0)
      return false;
    const { id, transcript } = host.snapshot;
    const stored = await store.load(id, {
      newest: 1,
      newestRecords: true,
      withoutOverlays: true,
    });
    return stored !== undefined && isAsKnown(state.outbox, transcript, stored);
  }

  /**
   * Continues from what the store holds now. Gives `false` where it says nothing new.
   * @param isWhole all of it is read, and what was stored again under the same ids counts as well.
   * @throws what the store rejects with; StoreCorruptError if what is stored makes no conversation.
   */
  async look(isWhole = false): Promise<boolean> {
    const { host, state, lost, whole, reader, clock } = this.#parts;
    // Where entries stand cannot be told about a conversation of which some are still to be read.
    await whole();
    const stored = await this.#read(isWhole);
    if (state.isUnread && !stored) state.outbox = { ...state.outbox, stored: inStore(undefined) };
    state.isUnread = false;
    const { outbox } = state;
    if (isCleared(outbox)) {
      if (!stored || !isBack(outbox, stored)) return false;
      state.outbox = back(outbox);
    } else if (!lost.isDeleted && lacks(stored, outbox, host.snapshot.transcript)) {
      this.isGone(stored, wholeSession(host.snapshot, outbox, clock.nowMs()));
      return true;
    }
    if (!stored) return false;
    const headId = await headIdIn(stored, clock);
    const isStoredAs = await reader.isStoredAs();
    const merge = this.#merged(stored, isStoredAs, isWhole);
    state.outbox = emptyOutbox(merge?.standing ?? state.outbox.before, inStore(stored, headId));
    if (merge) this.#take(merge);
    noteWorking(state);
    return true;
  }

  /** How the session as it stands continues from what is stored; `undefined` where that says nothing new. */
  #merged(
    stored: StoredSession,
    isStoredAs: IsStoredAs,
    isReplaced: boolean,
  ): Merge<Pad> | undefined {
    const { host, state, reader, clock } = this.#parts;
    const { snapshot } = host;
    const { outbox } = state;
    const own = everyEntry(snapshot.transcript).slice(0, outbox.stored.entries);
    const now = {
      ...reader.restored(stored),
      entries: isReplaced
        ? stored.entries.map((entry, at) => asKnown(entry, own[at], isStoredAs))
        : behind(own, stored),
      asStored: stored,
      ...(stored.system !== undefined && { system: stored.system }),
    };
    return merged(now, { snapshot, outbox, reader }, isStoredAs, clock.nowMs());
  }

  /** The store lost the session, or was cleared. @param left what it holds in its place. */
  isGone(left: StoredSession | undefined, session: StoredSession): void {
    const { state, lost } = this.#parts;
    state.outbox = lost.found(state.outbox, left, session);
    state.failing = 'SESSION_CLEARED';
  }

  /** Reports that a stored conversation is a branch now. */
  noteBranch(before: Transcript): void {
    const end = headIdOf(before);
    // One that is still to be stored holds more.
    if (end === null || this.#branch?.isTold === false) return;
    this.#branch = { end: this.idNow(end), isTold: false };
    this.noteStored();
  }

  /** Reports a branch once it is stored; once the conversation continues from it there is nothing to tell. */
  noteStored(): void {
    const branch = this.#branch;
    if (!branch) return;
    if (seqOf(this.#parts.host.snapshot.transcript, branch.end) !== undefined) {
      this.#branch = undefined;
      void this.#parts.host.tell('STORED_AS_BRANCH');
    } else if (!branch.isTold) {
      branch.isTold = true;
      this.#tellOf(branch.end);
    }
  }

  #take({ event, placed, compactionsAhead }: Merge<Pad>): void {
    const { host, onTakenOver } = this.#parts;
    if (placed.kind === 'branch' && event.change) this.#branchings += 1;
    const { transcript: before } = host.snapshot;
    this.#placing = compactionsAhead;
    void host.dispatch(event);
    this.#placing = undefined;
    this.#note(placed);
    onTakenOver?.(event.entries, event.newIds, before);
  }

  /** The newest of what is stored; all of it where this page knows less of its end. */
  async #read(isWhole: boolean): Promise<StoredSession | undefined> {
    const { host, state, store } = this.#parts;
    const { id } = host.snapshot;
    const stored = await store.load(id, isWhole ? {} : { newest: NEWEST });
    const { entries } = state.outbox.stored;
    return stored && isBehind(stored, entries) ? store.load(id) : stored;
  }

  #note({ kind, entries, ids }: Rebased): void {
    for (const [before, now] of ids) if (before !== now) this.#newIds.set(before, now);
    const end = kind === 'branch' ? entries.at(-1) : undefined;
    if (end) this.#branch = { end: end.id, isTold: false };
  }

  #tellOf(end: string): void {
    const message =
      'Two tabs went on with this session in different places. Nothing was lost: what left the conversation ' +
      `is stored as a branch that ends in "${end}". \`branches()\` lists it, and \`moveHead\` continues from there.`;
    // The newest branch takes the place of one that was told about.
    void this.#parts.host.tell('STORED_AS_BRANCH');
    void this.#parts.host.tell('STORED_AS_BRANCH', message);
  }
}

/** Where a stored conversation ends. @throws StoreCorruptError if it is none. */
export async function headIdIn(stored: StoredSession, clock: Clock): Promise<string | null> {
  if (stored.entriesFrom !== undefined) return stored.entries.at(-1)?.id ?? null;
  return inSlices(checkingTree(stored), { clock });
}

/** Whether what was read begins behind the entries that this page knows to be stored. */
function isBehind({ entriesFrom: from = 0 }: StoredSession, known: number): boolean {
  return from > Math.max(0, known - 1);
}

/** All stored entries: those that this page knows, and the ones behind them, unless it is another session. */
function behind(known: readonly Entry[], { entries }: StoredSession): readonly Entry[] {
  const { length } = known;
  const isKnown =
    length === 0 ||
    entries.some((entry) => entry.id === known[length - 1]?.id && placeOf(entry) === length - 1);
  return isKnown ? [...known, ...entries.filter((entry) => placeOf(entry) >= length)] : entries;
}

/** A stored entry, as this page has it where that is what was stored. */
function asKnown(stored: Entry, own: Entry | undefined, isStoredAs: IsStoredAs): Entry {
  return own?.id === stored.id && isStoredAs(own.message, stored.message) ? own : stored;
}

function isInItsPlace(entry: Entry, now: Entry): boolean {
  return entry.id === now.id && entry.parentId === now.parentId && placeOf(entry) === placeOf(now);
}

/** The longest wait for a place that several tabs fight for. */
const LONGEST_PAUSE_MS = 400;

/** Tabs that fight for one place come apart by chance. */
export function pauseByChance(clock: Clock, tries: number): Promise<void> {
  const longestMs = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** tries);
  return pause(clock, Math.random() * longestMs);
}
