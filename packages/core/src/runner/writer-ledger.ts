import type { StandingValues } from '../state/news.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { SessionChange, StoredSession, StoredValues } from '../storage/memory-store.ts';
import { nothingOwed, type OwedChanges, owe } from '../storage/owed-changes.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { Entry } from '../transcript/entry.ts';
import { entriesIn, headIdOf, placeOf, type Transcript } from '../transcript/transcript.ts';

/** The values that a store holds beside the messages. */
export type StoredBeside = Pick<StoredSession, 'scratchpad' | 'parts'>;

/** A writer's account of the session in its store, and of the changes that it has to bring there. */
export class WriterLedger {
  /** Entries that the store has, from the first that was appended, on whichever branch. */
  storedEntries = 0;
  /** Where the conversation ends in the store. */
  storedHeadId: string | null = null;
  /** The changes that earlier writes failed to store. */
  owed: OwedChanges = nothingOwed;
  /** Changes that wait for their turn. */
  queued: readonly SessionChange[] = [];
  /** The values beside the conversation, as they were when page and store last agreed. */
  before: StandingValues;
  /** Scratchpad and parts as they stand in the store, redacted where they are; `undefined`: that is not known. */
  stored: StoredBeside | undefined;
  /** How often the session was taken over from the store: what was queued before has its place in `owed`. */
  takeOvers = 0;

  constructor(snapshot: SessionSnapshot<unknown>) {
    this.before = valuesOf(snapshot);
  }

  /** Owes a change made on a transcript, with every entry of it that the store lacks. */
  owe(transcript: Transcript, change: SessionChange): void {
    const { entries, previous } = newEntries(transcript, this.storedEntries);
    const headId = headIdOf(transcript);
    this.owed = owe(this.owed, {
      ...change,
      ...(entries.length > 0 && { entries }),
      ...(this.#mustSay(headId, entries) && { head: { value: headId } }),
      basis: {
        ...basisOf(transcript, entries.at(-1)),
        ...(entries.length > 0 && { previousEntryId: previous?.id ?? null }),
      },
    });
  }

  /** The store has all of this transcript. */
  hasStored(transcript: Transcript): void {
    this.storedEntries = Math.max(this.storedEntries, entriesIn(transcript));
    this.storedHeadId = headIdOf(transcript);
  }

  /** The values that a change replaces, as they are stored. */
  replacedBy({ scratchpad, parts }: SessionChange): StoredValues | undefined {
    const { stored } = this;
    if (!stored || !(scratchpad || parts)) return undefined;
    return {
      ...(scratchpad && { scratchpad: { value: stored.scratchpad } }),
      ...(parts && {
        parts: new Map([...parts.keys()].map((name) => [name, stored.parts.get(name)])),
      }),
    };
  }

  /** The store has taken the values of a change. */
  hasStoredBeside(change: SessionChange): void {
    this.stored &&= withValues(this.stored, change);
  }

  /** Page and store agree on the values of a change, as the page has them. */
  hasAgreed(change: SessionChange): void {
    this.before = withValues(this.before, change);
  }

  /** Takes in the changes that only a fallback had: they were not stored either. */
  takeIn(owed: OwedChanges): void {
    this.owed = [...owed, ...this.owed];
    const [first] = owed.flatMap(({ entries = [] }) => entries);
    if (!first) return;
    this.storedEntries = placeOf(first);
    this.storedHeadId = first.parentId;
  }

  /** Tells whether a change has to say where the conversation ends: its entries alone do not. */
  #mustSay(headId: string | null, entries: readonly Entry[]): boolean {
    if (this.owed.some(({ head }) => head)) return true;
    const [first] = entries;
    const endsThere = (entries.at(-1)?.id ?? this.storedHeadId) === headId;
    return !endsThere || (first !== undefined && first.parentId !== this.storedHeadId);
  }
}

function withValues<
  Values extends { readonly scratchpad?: unknown; readonly parts: StandingValues['parts'] },
>(values: Values, { scratchpad, parts }: SessionChange): Values {
  return {
    ...values,
    ...(scratchpad && { scratchpad: scratchpad.value }),
    ...(parts && { parts: new Map([...values.parts, ...parts]) }),
  };
}

export function valuesOf({ scratchpad, parts }: SessionSnapshot<unknown>): StandingValues {
  return { scratchpad, parts };
}

/** The entries behind those that are stored, and the one right ahead of them. */
function newEntries(
  transcript: Transcript,
  stored: number,
): { readonly entries: readonly Entry[]; readonly previous: Entry | undefined } {
  if (stored === 0) return { entries: entriesFrom(transcript, 0), previous: undefined };
  const [previous, ...entries] = entriesFrom(transcript, stored - 1);
  return { entries, previous };
}

/** The history that a change builds on: a store with another one refuses it. */
function basisOf(
  transcript: Transcript,
  newest: Entry | undefined,
): NonNullable<SessionChange['basis']> {
  const entries = entriesIn(transcript);
  const headId = headIdOf(transcript);
  const last = newest ?? entriesFrom(transcript, entries - 1).at(0);
  const lastEntryId = last?.id ?? null;
  return { entries, lastEntryId, ...(headId !== lastEntryId && { headId }) };
}
