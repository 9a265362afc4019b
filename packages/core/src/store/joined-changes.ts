import type { HistoryRecord } from '../history/history-record.ts';
import { placeOf } from '../transcript/transcript.ts';
import type { SessionChange } from './memory-store.ts';

/**
 * Two changes as one; `undefined` where a store that gets them as one would not end up as if it had got
 * one after the other.
 */
export function joinedChange(
  earlier: SessionChange,
  later: SessionChange,
): SessionChange | undefined {
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

/** Tells whether a session can begin with this change: it needs nothing that was stored before. */
function mayBegin({ entries = [], basis }: SessionChange): boolean {
  const [first] = entries;
  const isFirst = !first || placeOf(first) === 0;
  return isFirst && (basis === undefined || basis.entries === entries.length);
}

function canJoin(earlier: SessionChange, later: SessionChange): boolean {
  // The first change of a session says when it began.
  if (mayBegin(earlier) && earlier.atMs !== later.atMs) return false;
  // A change takes one record of a compaction at most.
  if (earlier.compaction && later.compaction) return false;
  // A basis speaks of all that its change brings, so it has to be the later one's or nobody's.
  if ((earlier.basis === undefined) !== (later.basis === undefined)) return false;
  // Entries that are added end the head that was said before them.
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

/** The later basis, with the entry that stood before both changes. */
function joinedBasis(earlier: SessionChange, later: SessionChange): SessionChange['basis'] {
  if (!later.basis) return undefined;
  const { previousEntryId: laterPrevious, ...basis } = later.basis;
  const isFirstEarlier = (earlier.entries ?? []).length > 0;
  const previousEntryId = isFirstEarlier ? earlier.basis?.previousEntryId : laterPrevious;
  return { ...basis, ...(previousEntryId !== undefined && { previousEntryId }) };
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
