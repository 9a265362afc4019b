import type { SerialQueue } from '../platform/serial-queue.ts';
import type { Entry } from '../transcript/entry.ts';
import type { SessionChange, StoredRecords, StoredSession } from './memory-store.ts';
import {
  applyToMutableSession,
  emptySession,
  type MutableSession,
  mutableSessionOf,
} from './mutable-session.ts';
import { firstPlaceIn } from './owed-changes.ts';
import type { AwayFromPrimary } from './unpaid-sessions.ts';

/**
 * Where the newest state of a session is.
 *
 * - `primary`: all that was acknowledged is in the primary store.
 * - `fallback`: the fallback holds the whole session; `owed` is what the primary has not got yet.
 * - `apart`: the session began in the fallback because the primary could not be read, and the
 *   primary turned out to hold another history under the same id. The two are never mixed.
 */
export type Home = { readonly kind: 'primary' } | AwayFromPrimary;

/**
 * The session as acknowledged, so that it can go on in the fallback when the primary can no longer
 * be read. Holds references to entries that the caller holds as well, no copies.
 */
export type Knowledge =
  | { readonly kind: 'unread' }
  /** Only its newest entries were read, and those at its start. */
  | { readonly kind: 'part'; readonly session: MutableSession; readonly lacksRecords: boolean }
  | { readonly kind: 'whole'; readonly session: MutableSession | undefined };

/** One session as a store with a fallback keeps track of it. */
export interface TrackedSession {
  readonly id: string;
  readonly queue: SerialQueue;
  home: Home;
  knowledge: Knowledge;
}

/** All there is to know of a session that was just read. */
export function knowledgeOf(stored: StoredSession | undefined): Knowledge {
  if (stored?.entriesFrom === undefined) {
    return { kind: 'whole', session: stored && mutableSessionOf(stored) };
  }
  const session = mutableSessionOf({ ...stored, entries: [] });
  // Given its length ahead, the list stays one that is fast.
  session.entries.length = stored.info.entries;
  for (const entry of stored.entries) session.entries[entry.seq] = entry;
  return { kind: 'part', session, lacksRecords: stored.lacksRecords === true };
}

/** The same after another look, which may have given the newest entries alone. */
export function knowledgeAfter(before: Knowledge, stored: StoredSession): Knowledge {
  const from = stored.entriesFrom;
  const known = before.kind === 'whole' ? before.session?.entries : undefined;
  const newest = stored.entries.filter(({ seq }) => from !== undefined && seq >= from);
  const isJoined =
    from !== undefined && known !== undefined && known[from - 1]?.id === newest[0]?.parentId;
  if (!isJoined || !known) return knowledgeOf(stored);
  const entries = [...known.slice(0, from), ...newest];
  return { kind: 'whole', session: mutableSessionOf({ ...stored, entries }) };
}

/** Keeps older entries that were read just now; with the last of them the session is known whole. */
export function rememberEntries(
  session: TrackedSession,
  from: number,
  entries: readonly Entry[],
): void {
  const { knowledge } = session;
  if (knowledge.kind !== 'part') return;
  const known = knowledge.session.entries;
  let place = from;
  for (const entry of entries) {
    known[place] ??= entry;
    place += 1;
  }
  session.knowledge = wholeWherePossible(knowledge);
}

/** Keeps older records that were read just now. */
export function rememberRecords(session: TrackedSession, records: StoredRecords): void {
  const { knowledge } = session;
  if (knowledge.kind !== 'part' || !knowledge.lacksRecords) return;
  const { history, compactions } = knowledge.session;
  const older = olderRecords(records, { history, compactions });
  history.unshift(...older.history);
  compactions.unshift(...older.compactions);
  session.knowledge = wholeWherePossible({ ...knowledge, lacksRecords: false });
}

/** The records that stand ahead of those that are there. */
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

function wholeWherePossible(knowledge: Extract<Knowledge, { readonly kind: 'part' }>): Knowledge {
  const { session, lacksRecords } = knowledge;
  const isWhole = !lacksRecords && !session.entries.includes(undefined as never);
  return isWhole ? { kind: 'whole', session } : knowledge;
}

/** Keeps the knowledge of a session in step with what was just acknowledged. */
export function remember(session: TrackedSession, change: SessionChange): void {
  if (session.knowledge.kind === 'unread') return;
  const { knowledge } = session;
  const known = knowledge.session ?? emptySession(session.id, change.atMs);
  try {
    applyToMutableSession(known, change);
    session.knowledge = knowledge.kind === 'part' ? knowledge : { kind: 'whole', session: known };
  } catch {
    // The store took what does not fit here: another tab deleted the session and it began anew.
    session.knowledge = { kind: 'unread' };
  }
}

/** The place of the first entry that the primary lacks of a session; `undefined` where it lacks none. */
export function firstOwedPlace(home: Home): number | undefined {
  if (home.kind === 'primary') return undefined;
  if (home.kind === 'apart') return 0;
  return firstPlaceIn([...(home.cleared ?? []), ...home.owed]);
}

/** Tells whether the primary lacks some of a session. */
export function isAheadOfPrimary(home: Home): boolean {
  if (home.kind !== 'fallback') return home.kind === 'apart';
  return home.cleared !== undefined || home.owed.length > 0;
}
