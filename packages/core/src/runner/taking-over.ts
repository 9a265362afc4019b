import type { Clock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import { type News, newsOf, type OwnSession, type StandingValues } from '../state/news.ts';
import type { RestoredSession } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { StoreWithFallback } from '../storage/fallback-store.ts';
import type { SessionChange, StoredSession } from '../storage/memory-store.ts';
import { nothingOwed, owe } from '../storage/owed-changes.ts';
import { checkingTree } from '../storage/stored-transcript.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { Entry } from '../transcript/entry.ts';
import type { IsStoredAs, Rebased } from '../transcript/rebased.ts';
import { entryOf, placeOf, seqOf } from '../transcript/transcript.ts';
import type { Storable, WriterHost } from './writer-host.ts';
import { valuesOf, type WriterLedger } from './writer-ledger.ts';

/** Reads a stored session as its page needs it. */
export interface NewsReader<Pad> {
  restored(stored: StoredSession): RestoredSession<Pad>;
  /** Tells whether a message of this page is what is stored. */
  isStoredAs(): Promise<IsStoredAs>;
  /** @throws InvalidScratchpadError */
  checkedPad(value: unknown): Pad;
  /** @throws where the part cannot be read. */
  readPart(name: string, value: unknown): unknown;
}

/** The parts of a session that are needed to go on from its store. */
export interface TakingOverParts<Pad> {
  readonly host: WriterHost<Pad>;
  readonly store: StoreWithFallback;
  readonly ledger: WriterLedger;
  readonly reader: NewsReader<Pad>;
  readonly storable: Storable | undefined;
  readonly clock: Clock;
}

/** So many of the newest stored entries are read for news: more than is said between two looks. */
const NEWEST = 100;

/**
 * Makes a session go on from what its store holds, other tabs having written to it [NS-2]. What this page
 * has beside that gets its place there, and is owed.
 */
export class TakingOver<Pad> {
  readonly #parts: TakingOverParts<Pad>;
  /** The change of a session that is being taken over, in the place of all that it had to store. */
  #placing: { change?: SessionChange } | undefined;
  #branchings = 0;
  /** The ids that entries of this page have now, by those that they had. */
  readonly #newIds = new Map<string, string>();
  /** The end of a branch that words of this page became, and whether it was told of. */
  #branch: { readonly end: string; isTold: boolean } | undefined;
  #onTakenOver: (entries: readonly Entry[]) => void = () => undefined;

  constructor(parts: TakingOverParts<Pad>) {
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

  /** Calls back with the entries that other tabs have added. */
  onTakenOver(listener: (entries: readonly Entry[]) => void): void {
    this.#onTakenOver = listener;
  }

  /** Tells whether a change is that of a take-over under way, which keeps it. */
  captures(change: SessionChange): boolean {
    if (!this.#placing) return false;
    this.#placing.change = change;
    this.#placing = undefined;
    return true;
  }

  /**
   * Takes over what is stored. Gives `false` where that is not wanted.
   * @throws what the store rejects with; StoreCorruptError if what is stored makes no conversation.
   */
  async takeOver(
    isWanted: (stored: StoredSession | undefined) => boolean,
    isWhole: boolean,
  ): Promise<boolean> {
    const { host, store, ledger, clock } = this.#parts;
    const { id } = host.snapshot;
    const newest = isWhole ? {} : { newest: NEWEST };
    let taken = await store.takeBack(id, isWanted, newest);
    // Further back than what was read: then all of it is.
    if (taken && isBehind(taken.stored, ledger.storedEntries)) {
      ledger.takeIn(taken.owed);
      taken = await store.takeBack(id, isWanted);
    }
    if (!taken) return false;
    const { stored, owed } = taken;
    ledger.takeIn(owed);
    const isPart = stored.entriesFrom !== undefined;
    const headId = isPart
      ? (stored.entries.at(-1)?.id ?? null)
      : await inSlices(checkingTree(stored), { clock });
    await decidingOnNews({ stored, isReplaced: isWhole }, this.#parts, (news) => {
      ledger.storedEntries = stored.info.entries;
      ledger.storedHeadId = headId;
      ledger.stored = stored;
      if (news) this.#take(news);
    });
    return true;
  }

  /** Tells of a branch once it is stored; once the conversation goes on from it there is nothing to tell. */
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

  #take({ event, placed, standing, compactionsAhead }: News<Pad>): void {
    const { host, ledger } = this.#parts;
    ledger.takeOvers += 1;
    ledger.owed = nothingOwed;
    ledger.queued = [];
    ledger.before = standing;
    if (placed.kind === 'branch' && event.change) this.#branchings += 1;
    const placing: { change?: SessionChange } = {};
    this.#placing = placing;
    void host.dispatch(event);
    this.#placing = undefined;
    this.#note(placed);
    this.#onTakenOver(event.entries);
    const { change } = placing;
    if (!change) return;
    for (const compaction of compactionsAhead) {
      ledger.owed = owe(ledger.owed, { atMs: change.atMs, compaction });
    }
    ledger.owe(host.snapshot.transcript, change);
  }

  #note({ kind, entries, ids }: Rebased): void {
    for (const [before, now] of ids) if (before !== now) this.#newIds.set(before, now);
    const end = kind === 'branch' ? entries.at(-1) : undefined;
    if (end) this.#branch = { end: end.id, isTold: false };
  }

  #tellOf(end: string): void {
    const message =
      'This session went on elsewhere in another tab. Nothing was lost: what was said here meanwhile is ' +
      `stored as a branch that ends in "${end}". \`branches()\` lists it, and \`moveHead\` goes on from there.`;
    void this.#parts.host.tell('STORED_AS_BRANCH', message);
  }
}

/**
 * Decides how a session goes on from what is stored, and hands that to `take` before anything else can
 * happen: it speaks of the session as it stands at that moment.
 */
async function decidingOnNews<Pad>(
  { stored, isReplaced }: { readonly stored: StoredSession; readonly isReplaced: boolean },
  { host, ledger, reader, storable, clock }: TakingOverParts<Pad>,
  take: (news: News<Pad> | undefined) => void,
): Promise<void> {
  const isStoredAs = await reader.isStoredAs();
  const restored = reader.restored(stored);
  for (;;) {
    const { before } = ledger;
    const values = valuesOf(host.snapshot);
    const asStored = await storedForms(values, before, storable);
    const { snapshot } = host;
    const isCurrent =
      snapshot.scratchpad === values.scratchpad &&
      snapshot.parts === values.parts &&
      ledger.before === before;
    if (!isCurrent) continue;
    const { checkedPad, readPart } = reader;
    const { storedEntries, storedHeadId, owed, queued } = ledger;
    const changes = [...owed, ...queued];
    const news = {
      ...restored,
      ...behindKnown(stored, snapshot, storedEntries, isReplaced),
      ...systemOf(stored),
    };
    const page = {
      ...{ snapshot, stored: storedEntries, storedHeadId, changes, before, asStored },
      ...{ checkedPad, readPart },
    };
    take(newsOf(news, page, isStoredAs, clock.nowMs()));
    return;
  }
}

function systemOf({ system }: StoredSession): { readonly system?: string } {
  return system === undefined ? {} : { system };
}

/** Whether what was read begins behind the entries that this page knows to be stored. */
function isBehind({ entriesFrom: from = 0 }: StoredSession, known: number): boolean {
  return from > Math.max(0, known - 1);
}

/** The stored entries that this page does not know; all of them where it is another session, or was replaced. */
function behindKnown(
  { entries, entriesFrom: from }: StoredSession,
  { transcript }: SessionSnapshot<unknown>,
  known: number,
  isReplaced: boolean,
): Pick<Parameters<typeof newsOf>[0], 'entries' | 'isSameSession' | 'isReplaced'> {
  const last = known === 0 ? undefined : entriesFrom(transcript, known - 1)[0];
  const atKnown = entries.find((entry) => placeOf(entry) === known - 1);
  const isSameSession = known === 0 || atKnown?.id === last?.id;
  if (isReplaced || (!isSameSession && from === undefined)) {
    return { entries, isSameSession, isReplaced: isReplaced && isSameSession };
  }
  const behind = entries.filter((entry) => placeOf(entry) >= known);
  return { entries: isSameSession ? behind : entries, isSameSession, isReplaced: false };
}

/** Scratchpad and parts as storing leaves them: a stored value that says the same is this page's own. */
async function storedForms(
  now: StandingValues,
  before: StandingValues,
  storable: Storable | undefined,
): Promise<OwnSession<unknown>['asStored']> {
  if (!storable) return { now, before };
  const formOf = async ({ scratchpad: value, parts }: StandingValues): Promise<StandingValues> => {
    const change = await storable({ atMs: 0, scratchpad: { value }, parts });
    return { scratchpad: change.scratchpad?.value, parts: change.parts ?? parts };
  };
  return { now: await formOf(now), before: await formOf(before) };
}

function isInItsPlace(entry: Entry, now: Entry): boolean {
  return entry.id === now.id && entry.parentId === now.parentId && placeOf(entry) === placeOf(now);
}
