import { StoreCorruptError } from '../ground/errors/store-errors.ts';
import type { Entry } from '../transcript/entry.ts';
import type {
  EntryPlaces,
  MemoryStore,
  StoreCallOptions,
  StoredRecords,
  StoredSession,
} from './memory-store.ts';
import { entryFault } from './stored-transcript.ts';

/** How far the first user message is looked for; where it stands further on, all is read. */
export const MOST_LEADING = 64;

/** How far back the newest user message is looked for; where it stands further back, all is read. */
export const MOST_NEWEST = 2_000;

/**
 * How many entries at the start of a conversation everything rests on: the first system messages, all
 * up to the first user message, and the one behind it, which tells whether its unit continues.
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
 * whole: at the start of a unit, before the newest user message and the one before that.
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
    const isNew = needed.every(({ from, to }) => seq === undefined || seq < from || seq >= to);
    if (seq !== undefined && seq < info.entries && isNew) needed.push({ from: seq, to: seq + 1 });
  }
  const missing = gapsOf(entries);
  const places = needed.flatMap(({ from, to }) =>
    missing.map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) })),
  );
  return places.filter(({ from, to }) => from < to);
}

/** The places that no entry of a path stands at, up to the last of them. */
export function gapsOf(entries: readonly Entry[]): EntryPlaces[] {
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
function pagesOf({ from, to }: EntryPlaces): readonly EntryPlaces[] {
  const pages: EntryPlaces[] = [];
  for (let at = from; at < to; at += PAGE) pages.push({ from: at, to: Math.min(to, at + PAGE) });
  return pages;
}

/**
 * Checks that entries of one path fit together, as far as they are neighbours.
 * @throws StoreCorruptError
 */
export function checkJoined(sessionId: string, entries: readonly Entry[]): void {
  for (const [at, entry] of entries.entries()) {
    const { seq } = entry;
    const before = entries[at - 1];
    if (seq > 0 && before?.seq !== seq - 1) continue;
    const fault = entryFault(seq, entry, new Map(before && [[before.id, before]]));
    if (fault) throw new StoreCorruptError(sessionId, `the message at position ${seq} ${fault}.`);
  }
}

/** The records that stand before those that are there. */
export function olderRecords(
  all: Pick<StoredRecords, 'history' | 'compactions'>,
  there: Pick<StoredRecords, 'history' | 'compactions'>,
): Pick<StoredRecords, 'history' | 'compactions'> {
  const firstIndex = there.history[0]?.index ?? Number.POSITIVE_INFINITY;
  const first = all.compactions.findIndex(({ id }) => id === there.compactions[0]?.id);
  return {
    history: all.history.filter(({ index }) => index < firstIndex),
    compactions: first < 0 ? [] : all.compactions.slice(0, first),
  };
}

/**
 * The entries that were read of a session, and those at places that were not, a page at a time.
 * @throws StoreCorruptError where they do not fit together.
 */
export async function withPlaces(
  store: MemoryStore,
  { info: { id }, entries }: StoredSession,
  places: readonly EntryPlaces[],
  options?: StoreCallOptions,
): Promise<readonly Entry[]> {
  const read = [...entries];
  for (const page of places.flatMap(pagesOf)) {
    for (const entry of (await store.loadEntries?.(id, page, options)) ?? []) read.push(entry);
  }
  read.sort((a, b) => a.seq - b.seq);
  checkJoined(id, read);
  return read;
}
