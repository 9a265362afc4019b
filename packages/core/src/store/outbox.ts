import { entriesFrom } from '../transcript/entries-from.ts';
import type { Entry } from '../transcript/entry.ts';
import { entriesIn, headIdOf, placeOf, type Transcript } from '../transcript/transcript.ts';
import { joinedChange } from './joined-changes.ts';
import type { SessionChange, StoredSession, StoredValues } from './memory-store.ts';

/**
 * The state of a change on its way to the store. One that is stored leaves the outbox.
 *
 *     queued ──→ writing ──→ stored ──→ lost
 *                 │   ↑                  │ somebody asks for it
 *                 ↓   │                  ↓
 *         refused ────┴──────────── held-in-page
 *
 * - `queued`: it waits for its turn. `writing`: the store is given it.
 * - `refused`: the store, or what redacts for it, rejected it, and so its call was.
 * - `held-in-page`: the store fails, and its call was told that this page alone has it.
 * - `lost`: the store had it and was cleared. It is not given until somebody asks for that.
 */
export type ChangeState = 'queued' | 'writing' | 'refused' | 'held-in-page' | 'lost';

interface OutboxChange {
  readonly state: ChangeState;
  readonly change: SessionChange;
  /** Rises with each change that is queued. */
  readonly ticket: number;
}

/** The values that several tabs may change beside a conversation. */
export interface ValuesBeside {
  readonly scratchpad: unknown;
  readonly parts: ReadonlyMap<string, unknown>;
}

export function valuesOf({ scratchpad, parts }: ValuesBeside): ValuesBeside {
  return { scratchpad, parts };
}

/** The part of a session that its store is known to have. */
interface InStore {
  /** So many entries, from the first that was appended, on whichever branch. */
  readonly entries: number;
  readonly headId: string | null;
  /** The values beside them as they are stored, redacted or not; `undefined` where they are not known. */
  readonly beside: BesideInStore | undefined;
}

type BesideInStore = Pick<StoredSession, 'scratchpad' | 'parts' | 'system'> & {
  readonly title?: string | undefined;
  readonly createdAtMs?: number;
  readonly updatedAtMs?: number;
};

/** The changes of one session that its store lacks. Immutable; each transition gives a new one. */
export interface Outbox {
  /** Oldest first, each on top of the ones before it. */
  readonly changes: readonly OutboxChange[];
  readonly stored: InStore;
  /** The values beside the conversation, as they were when page and store last agreed. */
  readonly before: ValuesBeside;
}

const NOTHING: InStore = { entries: 0, headId: null, beside: undefined };

export function emptyOutbox(before: ValuesBeside, stored: InStore = NOTHING): Outbox {
  return { changes: [], stored, before };
}

/** The contents of a store that was just read. */
export function inStore(stored: StoredSession | undefined, headId: string | null = null): InStore {
  if (!stored) return { entries: 0, headId: null, beside: { parts: new Map() } };
  const { info, ...beside } = stored;
  const { createdAtMs, updatedAtMs, title } = info;
  return {
    entries: info.entries,
    headId,
    beside: { ...beside, createdAtMs, updatedAtMs, title },
  };
}

/** A change made on a transcript waits, with every entry of it that was not to be stored before. */
export function queued(
  outbox: Outbox,
  transcript: Transcript,
  change: SessionChange,
  ticket: number,
): Outbox {
  const end = endOf(outbox);
  const { entries, previous } = newEntries(transcript, end.entries);
  const headId = headIdOf(transcript);
  const saysHead =
    outbox.changes.some((earlier) => earlier.change.head) || mustSay(end.headId, headId, entries);
  const whole: SessionChange = {
    ...change,
    ...(entries.length > 0 && { entries }),
    ...(saysHead && { head: { value: headId } }),
    basis: {
      ...basisOf(transcript, entries.at(-1)),
      ...(entries.length > 0 && { previousEntryId: previous?.id ?? null }),
    },
  };
  return alongside(outbox, whole, ticket);
}

/** A change waits that brings no entries. */
export function alongside(outbox: Outbox, change: SessionChange, ticket: number): Outbox {
  return { ...outbox, changes: [...outbox.changes, { state: 'queued', change, ticket }] };
}

/** Changes that were queued up to a ticket, or refused, go to the store, behind those that the page holds. */
export function begun(outbox: Outbox, ticket: number): Outbox {
  return moved(outbox, (each) => each.state === 'refused' || isDue(each, ticket), 'writing');
}

/** The next change that the store is to be given. */
export function nextToGive({ changes }: Outbox): SessionChange | undefined {
  return changes.find(({ state }) => state === 'held-in-page' || state === 'writing')?.change;
}

/** The store has the next change. @param given the change as it was given. */
export function taken(outbox: Outbox, given: SessionChange): Outbox {
  const next = nextToGive(outbox);
  const changes = outbox.changes.filter(({ change }) => change !== next);
  if (!next) return outbox;
  const { basis } = next;
  const { stored, before } = outbox;
  return {
    changes,
    stored: {
      ...(basis ? endSaidBy(basis) : stored),
      beside: stored.beside && besideAfter(stored.beside, given),
    },
    before: withValues(before, next),
  };
}

/** The store fails: this page holds what it was given. */
export function held(outbox: Outbox): Outbox {
  return moved(outbox, ({ state }) => state === 'writing', 'held-in-page');
}

export function refused(outbox: Outbox): Outbox {
  return moved(outbox, ({ state }) => state === 'writing', 'refused');
}

/** The store has lost the session: these changes restore it, and all that waited is among them. */
export function lost(
  outbox: Outbox,
  restoring: readonly SessionChange[],
  state: 'lost' | 'held-in-page',
): Outbox {
  return {
    changes: restoring.map((change) => ({ state, change, ticket: 0 })),
    stored: inStore(undefined),
    before: outbox.before,
  };
}

/** Somebody asks for what was lost to be stored again. */
export function askedFor(outbox: Outbox): Outbox {
  const changes = outbox.changes.map(
    (each): OutboxChange => (each.state === 'lost' ? { ...each, state: 'held-in-page' } : each),
  );
  return { ...outbox, changes };
}

/** The store has again what it had lost. */
export function back(outbox: Outbox): Outbox {
  let now = askedFor(outbox);
  for (const { change, state } of outbox.changes) if (state === 'lost') now = taken(now, change);
  return now;
}

/**
 * Tells whether a store that was read is as this page last read or wrote it: each change has its time, and
 * entries their ids.
 */
export function isAsKnown(
  { changes, stored }: Outbox,
  transcript: Transcript,
  { info, entries, headId }: StoredSession,
): boolean {
  const [last] = entriesFrom(transcript, stored.entries - 1);
  return (
    changes.length === 0 &&
    info.entries === stored.entries &&
    info.updatedAtMs === stored.beside?.updatedAtMs &&
    entries.at(-1)?.id === last?.id &&
    (headId === undefined || headId === stored.headId)
  );
}

/** Tells whether nothing is given to the store until somebody asks for it. */
export function isCleared({ changes }: Outbox): boolean {
  return changes.some(({ state }) => state === 'lost');
}

/** Tells whether a store that was read holds again what it had lost. */
export function isBack({ changes }: Outbox, stored: StoredSession): boolean {
  const restoring = changes.filter(({ state }) => state === 'lost');
  const entries = restoring.flatMap(({ change }) => change.entries ?? []);
  const ids = new Map(entries.map((entry) => [placeOf(entry), entry.id]));
  const isSame = (entry: Entry) => (ids.get(placeOf(entry)) ?? entry.id) === entry.id;
  return stored.info.entries >= entries.length && stored.entries.every(isSame);
}

/** How many entries this page alone has, of those whose calls have ended. */
export function owedIn({ changes, stored }: Outbox): number {
  const settled = changes.filter(({ state }) => state !== 'queued' && state !== 'writing');
  const end = settled.findLast(({ change }) => change.basis)?.change.basis?.entries;
  return end === undefined ? 0 : end - stored.entries;
}

/** The values that a change replaces, as they are stored. */
export function replacedBy(
  { stored: { beside } }: Outbox,
  { scratchpad, parts }: SessionChange,
): StoredValues | undefined {
  if (!beside || !(scratchpad || parts)) return undefined;
  return {
    ...(scratchpad && { scratchpad: { value: beside.scratchpad } }),
    ...(parts && {
      parts: new Map([...parts.keys()].map((name) => [name, beside.parts.get(name)])),
    }),
  };
}

/** The values beside the conversation as they are stored once the store has all of this. */
export function besideAtEnd({ stored: { beside }, changes }: Outbox): BesideInStore {
  const known: BesideInStore = beside ?? { parts: new Map() };
  return changes.reduce((before, { change }) => besideAfter(before, change), known);
}

function isDue({ state, ticket }: OutboxChange, upTo: number): boolean {
  return state === 'queued' && ticket <= upTo;
}

/** The outbox with some changes in another state; they join what is in it before them, where they can. */
function moved(
  outbox: Outbox,
  isMoved: (each: OutboxChange) => boolean,
  state: ChangeState,
): Outbox {
  const changes: OutboxChange[] = [];
  for (const each of outbox.changes) {
    const last = changes.at(-1);
    const isJoining = isMoved(each) && last?.state === state;
    const joined = isJoining ? joinedChange(last.change, each.change) : undefined;
    if (joined) changes.pop();
    changes.push(isMoved(each) ? { ...each, state, change: joined ?? each.change } : each);
  }
  return { ...outbox, changes };
}

/** The conversation in the store once it has all of this. */
function endOf({ changes, stored }: Outbox): Pick<InStore, 'entries' | 'headId'> {
  const basis = changes.findLast(({ change }) => change.basis)?.change.basis;
  return basis ? endSaidBy(basis) : stored;
}

function endSaidBy(basis: Basis): Pick<InStore, 'entries' | 'headId'> {
  const { entries, lastEntryId, headId = lastEntryId } = basis;
  return { entries, headId };
}

type Basis = NonNullable<SessionChange['basis']>;

/** Tells whether a change has to say where the conversation ends: its entries alone do not. */
function mustSay(endId: string | null, headId: string | null, entries: readonly Entry[]): boolean {
  const [first] = entries;
  const endsThere = (entries.at(-1)?.id ?? endId) === headId;
  return !endsThere || (first !== undefined && first.parentId !== endId);
}

function besideAfter(beside: BesideInStore, change: SessionChange): BesideInStore {
  const { title, system, atMs } = change;
  return {
    createdAtMs: atMs,
    ...withValues(beside, change),
    updatedAtMs: atMs,
    ...(title && { title: title.value || undefined }),
    ...(system && { system: system.value }),
  };
}

function withValues<Values extends { readonly parts: ValuesBeside['parts'] }>(
  values: Values,
  { scratchpad, parts }: SessionChange,
): Values {
  return {
    ...values,
    ...(scratchpad && { scratchpad: scratchpad.value }),
    ...(parts && { parts: new Map([...values.parts, ...parts]) }),
  };
}

/** The entries behind those that the store has or is to get, and the one right before them. */
function newEntries(
  transcript: Transcript,
  from: number,
): { readonly entries: readonly Entry[]; readonly previous: Entry | undefined } {
  if (from === 0) return { entries: entriesFrom(transcript, 0), previous: undefined };
  const [previous, ...entries] = entriesFrom(transcript, from - 1);
  return { entries, previous };
}

/** The history that a change builds on: a store with another one refuses it. */
function basisOf(transcript: Transcript, newest: Entry | undefined): Basis {
  const entries = entriesIn(transcript);
  const headId = headIdOf(transcript);
  const last = newest ?? entriesFrom(transcript, entries - 1).at(0);
  const lastEntryId = last?.id ?? null;
  return { entries, lastEntryId, ...(headId !== lastEntryId && { headId }) };
}
