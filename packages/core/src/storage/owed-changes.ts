import type { HistoryRecord } from '../history/history-record.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf } from '../transcript/transcript.ts';
import type { SessionChange, StoredSession, StoredValues } from './memory-store.ts';

/**
 * Changes of one session that a store has not got yet: the ledger of whoever writes to it. A value; nothing
 * here waits.
 *
 * - Oldest first, each change on top of the ones ahead of it, and each to be stored whole.
 * - As few as can be: a change joins the one before it wherever a store that gets the two as one ends
 *   up as if it had got one after the other.
 * - Giving a change a second time is harmless, so one whose answer was lost stays owed.
 */
export type OwedChanges = readonly SessionChange[];

export const nothingOwed: OwedChanges = [];

/** The ledger with one more change. */
export function owe(owed: OwedChanges, change: SessionChange): OwedChanges {
  const newest = owed.at(-1);
  // The first change of a session says when it began.
  const isBeginning = owed.length === 1 && newest !== undefined && mayBegin(newest);
  const isApart = isBeginning && newest.atMs !== change.atMs;
  const joined = newest && !isApart ? joinedChange(newest, change) : undefined;
  return joined ? [...owed.slice(0, -1), joined] : [...owed, change];
}

/**
 * Gives a store what it is owed, and calls back with what is left after each change that it took: a
 * try that fails is taken up where it stopped.
 * @throws what `give` rejects with; what it was given then stays owed.
 */
export async function payOwed(
  owed: OwedChanges,
  give: (change: SessionChange) => Promise<void>,
  note: (left: OwedChanges) => void,
): Promise<void> {
  for (const [index, change] of owed.entries()) {
    await give(change);
    note(owed.slice(index + 1));
  }
}

/** The place of the first entry that is owed; `undefined` where none is. */
export function firstPlaceIn(owed: OwedChanges): number | undefined {
  const [first] = owed.flatMap(({ entries = [] }) => entries);
  return first && placeOf(first);
}

/** Tells whether a store holds again what these changes would restore, as far as it was read. */
export function isBack(stored: StoredSession, restoring: OwedChanges): boolean {
  const entries = restoring.flatMap((change) => change.entries ?? []);
  const ids = new Map(entries.map((entry) => [placeOf(entry), entry.id]));
  const isSame = (entry: Entry) => (ids.get(placeOf(entry)) ?? entry.id) === entry.id;
  return stored.info.entries >= entries.length && stored.entries.every(isSame);
}

/** Tells whether a session can begin with this change: it needs nothing that was stored before. */
export function mayBegin({ entries = [], basis }: SessionChange): boolean {
  const [first] = entries;
  const isFirst = !first || placeOf(first) === 0;
  return isFirst && (basis === undefined || basis.entries === entries.length);
}

/** Two changes as one; `undefined` where a store would not end up the same. */
function joinedChange(earlier: SessionChange, later: SessionChange): SessionChange | undefined {
  if (!canJoin(earlier, later)) return undefined;
  const entries = joinedRun(earlier.entries, later.entries, placeOf);
  const history = joinedRun(earlier.history, later.history, indexOf);
  const historyFrom = Math.max(earlier.historyFrom ?? 0, later.historyFrom ?? 0);
  const tokens = joinedMap(earlier.tokens, later.tokens);
  const parts = joinedMap(earlier.parts, later.parts);
  const basis = joinedBasis(earlier, later);
  return {
    ...earlier,
    ...later,
    ...(basis && { basis }),
    ...(entries && { entries }),
    ...(history && { history }),
    ...(historyFrom > 0 && { historyFrom }),
    ...(tokens && { tokens }),
    ...(parts && { parts }),
  };
}

function canJoin(earlier: SessionChange, later: SessionChange): boolean {
  // A replacement takes away the changes ahead of it; joined, they would become part of it.
  if (earlier.replaces || later.replaces) return false;
  // A change takes one record of a compaction at most.
  if (earlier.compaction && later.compaction) return false;
  // A basis speaks of all that its change brings, so it has to be the later one's or nobody's.
  if ((earlier.basis === undefined) !== (later.basis === undefined)) return false;
  // Entries that are added end the head that was said ahead of them.
  const endsHead = earlier.head && !later.head && (later.entries ?? []).length > 0;
  return !endsHead && isHistoryJoinable(earlier, later);
}

function isHistoryJoinable(earlier: SessionChange, later: SessionChange): boolean {
  const [first] = later.history ?? [];
  if (!first) return true;
  const last = earlier.history?.at(-1);
  // With its front dropped it may have been empty, and then it could begin anywhere.
  if (!last) return earlier.historyFrom === undefined;
  return first.index <= last.index + 1 && (earlier.historyFrom ?? 0) <= first.index;
}

/** The later basis, with what stood ahead of both changes: the entry, and the values that they replace. */
function joinedBasis(earlier: SessionChange, later: SessionChange): SessionChange['basis'] {
  if (!later.basis) return undefined;
  const { previousEntryId: laterPrevious, values: _, ...basis } = later.basis;
  const isFirstEarlier = (earlier.entries ?? []).length > 0;
  const previousEntryId = isFirstEarlier ? earlier.basis?.previousEntryId : laterPrevious;
  const values = joinedValues(earlier, later);
  return {
    ...basis,
    ...(previousEntryId !== undefined && { previousEntryId }),
    ...(values && { values }),
  };
}

/** A value that the earlier change brings is, for the later one, that of the earlier one. */
function joinedValues(earlier: SessionChange, later: SessionChange): StoredValues | undefined {
  const [before, after] = [earlier.basis?.values, later.basis?.values];
  if (!before && !after) return undefined;
  const scratchpad = earlier.scratchpad ? before?.scratchpad : after?.scratchpad;
  const isLater = ([name]: readonly [string, unknown]) => !earlier.parts?.has(name);
  const parts = new Map([...(before?.parts ?? []), ...[...(after?.parts ?? [])].filter(isLater)]);
  return { ...(scratchpad && { scratchpad }), ...(parts.size > 0 && { parts }) };
}

/** Entries that both changes hold are written once, as the earlier one has them. */
function joinedRun<Item>(
  earlier: readonly Item[] | undefined,
  later: readonly Item[] | undefined,
  placeOfItem: (item: Item) => number,
): readonly Item[] | undefined {
  const last = earlier?.at(-1);
  if (!earlier || !last || !later) return later ?? earlier;
  const end = placeOfItem(last);
  return [...earlier, ...later.filter((item) => placeOfItem(item) > end)];
}

/** The later value counts; one that takes a part away is kept, since the store has to hear of it. */
function joinedMap<Key, Value>(
  earlier: ReadonlyMap<Key, Value> | undefined,
  later: ReadonlyMap<Key, Value> | undefined,
): ReadonlyMap<Key, Value> | undefined {
  return earlier && later ? new Map([...earlier, ...later]) : (later ?? earlier);
}

function indexOf({ index }: HistoryRecord): number {
  return index;
}
