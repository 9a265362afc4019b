import { StoreCorruptError } from '../errors/store-errors.ts';
import type { Entry } from '../transcript/entry.ts';
import type { EntryPlaces, StoredSession } from './memory-store.ts';

/**
 * The newest part of a session, and the start of it, of all of its entries; the same session where
 * that is all of it, or where it cannot be told apart.
 */
export function newestPart(stored: StoredSession, newest: number): StoredSession {
  const { entries, headId } = stored;
  const isOnePath = headId === undefined && entries.at(-1)?.seq === entries.length - 1;
  if (!isOnePath || stored.damaged) return stored;
  const leading = leadingEntries(entries.slice(0, MOST_LEADING));
  const entriesFrom = newestStart(entries.slice(-MOST_NEWEST), newest);
  if (leading === undefined || entriesFrom === undefined || entriesFrom <= leading) return stored;
  return {
    ...stored,
    entriesFrom,
    entries: [...entries.slice(0, leading), ...entries.slice(entriesFrom)],
  };
}

/** How far the first user message is looked for; where it stands further on, all is read. */
export const MOST_LEADING = 64;

/** How far back the newest user message is looked for; where it stands further back, all is read. */
export const MOST_NEWEST = 2_000;

/**
 * How many entries at the start of a conversation everything rests on: the first system messages, all
 * up to the first user message, and the one behind it, which tells whether its unit goes on.
 * `undefined` where none of these is a user message.
 *
 * @param start the first entries of one path
 */
export function leadingEntries(start: readonly Entry[]): number | undefined {
  const anchor = start.findIndex(({ message }) => message.role === 'user');
  return anchor < 0 ? undefined : anchor + 2;
}

/**
 * Where the newest part of a conversation begins so that what rests on it is what would rest on the
 * whole: at the start of a unit, ahead of the newest user message and the one before that.
 * `undefined` where it begins further back than these entries.
 *
 * @param tail the last entries of one path
 * @param newest so many at least
 */
export function newestStart(tail: readonly Entry[], newest: number): number | undefined {
  const lastUser = tail.findLastIndex(({ message }) => message.role === 'user');
  if (lastUser < 1) return undefined;
  for (let at = Math.min(tail.length - newest, lastUser - 1); at >= 0; at -= 1) {
    const entry = tail[at];
    if (entry?.unitStart === entry?.seq) return entry?.seq;
  }
  return undefined;
}

/** The places of a session that are not read and that its contexts are made of, oldest first. */
export function neededPlaces({ info, entries, overlays }: StoredSession): readonly EntryPlaces[] {
  const needed: EntryPlaces[] = [];
  const { ranges } = overlays;
  let from = 0;
  for (const { fromSeq, toSeq } of [...ranges, { fromSeq: info.entries, toSeq: info.entries }]) {
    // The entry behind tells where the last unit ends.
    if (fromSeq > from) needed.push({ from, to: fromSeq + 1 });
    from = toSeq;
  }
  // A marker names the message that it left for.
  for (const overlay of overlays.entries.values()) {
    const seq = overlay.kind === 'evicted-results' ? overlay.supersededBySeq : undefined;
    if (seq !== undefined && seq < info.entries) needed.push({ from: seq, to: seq + 1 });
  }
  const missing = gapsOf(entries);
  const places = needed.flatMap(({ from, to }) =>
    missing.map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) })),
  );
  return joined(places.filter(({ from, to }) => from < to));
}

/** The places that no entry of a path stands at, up to the last of them. */
export function gapsOf(entries: readonly Entry[]): readonly EntryPlaces[] {
  const gaps: EntryPlaces[] = [];
  let from = 0;
  for (const { seq } of entries) {
    if (seq > from) gaps.push({ from, to: seq });
    from = seq + 1;
  }
  return gaps;
}

/** So many older entries are read at once. */
export const PAGE = 500;

/** Places a page at a time, oldest first. */
export function pagesOf({ from, to }: EntryPlaces): readonly EntryPlaces[] {
  const pages: EntryPlaces[] = [];
  for (let at = from; at < to; at += PAGE) pages.push({ from: at, to: Math.min(to, at + PAGE) });
  return pages;
}

/** Places in order, each once. */
function joined(places: readonly EntryPlaces[]): readonly EntryPlaces[] {
  const all: EntryPlaces[] = [];
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (!last || from > last.to) all.push({ from, to });
    else all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return all;
}

/**
 * Checks that entries of one path fit together, as far as they are neighbours.
 * @throws StoreCorruptError
 */
export function checkJoined(sessionId: string, entries: readonly Entry[]): void {
  let before: Entry | undefined;
  for (const entry of entries) {
    const fault = faultBehind(before, entry);
    if (fault) {
      throw new StoreCorruptError(sessionId, `the message at position ${entry.seq} ${fault}.`);
    }
    before = entry;
  }
}

/** The fault of an entry, as far as the one read ahead of it tells. */
function faultBehind(before: Entry | undefined, entry: Entry): string | undefined {
  const { seq } = entry;
  const isFirst = seq === 0;
  if (entry.position !== undefined && entry.position !== seq)
    return 'says that it stands elsewhere';
  if (isFirst !== (entry.parentId === null)) return 'is not where the one it follows says';
  if (entry.unitStart > seq) return 'belongs to no unit';
  if (!before || before.seq !== seq - 1) return undefined;
  if (entry.parentId !== before.id) return 'follows none that stands ahead of it';
  if (entry.unitStart !== seq && entry.unitStart !== before.unitStart) return 'belongs to no unit';
  return undefined;
}
