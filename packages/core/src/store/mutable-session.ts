import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { StoreConflictError } from '../ground/errors/store-errors.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import { isSameValue } from '../message/same-value.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf } from '../transcript/transcript.ts';
import { noOverlays } from '../view/overlay.ts';
import { type HistoryWrite, historyWrite, type StoredHistory } from './history-write.ts';
import {
  COMPACTIONS_KEPT,
  type SessionChange,
  type SessionInfo,
  type StoredSession,
} from './memory-store.ts';
import { type Opening, openingAfter } from './opening.ts';
import { rewritesOthers } from './rewrites-others.ts';

type Changing<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/** A stored session that is changed in place: appending must not cost what the session costs. */
export interface MutableSession
  extends Changing<Omit<StoredSession, 'info'>>,
    Changing<Pick<SessionInfo, 'id' | 'createdAtMs' | 'updatedAtMs' | 'title'>> {
  readonly entries: Entry[];
  readonly compactions: CompactionRecord[];
  readonly history: HistoryRecord[];
  readonly parts: Map<string, unknown>;
  opening?: Opening | undefined;
}

/** A session with nothing in it. */
export function emptySession(id: string, createdAtMs: number): MutableSession {
  return {
    ...{ id, createdAtMs, updatedAtMs: createdAtMs },
    ...{ overlays: noOverlays(), settingsKey: '' },
    ...{ entries: [], compactions: [], history: [], parts: new Map() },
  };
}

/** Gives the session that holds a whole change, or throws `StoreConflictError` and leaves it as it was. */
export function withChange(session: MutableSession, change: SessionChange): MutableSession {
  if (change.replaces) return replacedBy(session, change);
  const added = addedEntries(session, change.entries ?? []);
  checkTokenPositions(session.id, session.entries.length + added.length, change);
  checkFollowing(session, added, change);
  checkBasis(session, added, change);
  checkValues(session, change);
  checkReferences(session, added, change);
  const history = historyWrite(session.id, historyOf(session), change);

  session.updatedAtMs = change.atMs;
  for (const entry of added) session.entries.push(entry);
  session.opening = openingAfter(session.opening, added);
  if (change.head) session.headId = change.head.value;
  else if (added.length > 0) delete session.headId;
  if (change.title?.value) session.title = change.title.value;
  else if (change.title) delete session.title;
  for (const [place, tokens] of change.tokens ?? []) {
    const entry = session.entries[place];
    if (entry) session.entries[place] = { ...entry, tokens };
  }
  if (change.overlays) {
    session.overlays = change.overlays.value;
    session.settingsKey = change.overlays.settingsKey;
  }
  if (change.scratchpad) session.scratchpad = change.scratchpad.value;
  if (change.system) session.system = change.system.value;
  if (change.compaction) keepCompaction(session.compactions, change.compaction);
  keepHistory(session.history, history);
  for (const [name, value] of change.parts ?? []) {
    if (value === undefined) session.parts.delete(name);
    else session.parts.set(name, value);
  }
  return session;
}

/** A session made of the change alone, in place of the stored one. */
function replacedBy(
  { id, createdAtMs, entries: stored }: MutableSession,
  { replaces: _, compaction: __, ...change }: SessionChange,
): MutableSession {
  const { entries = [] } = change;
  const isSame = entries.length === stored.length && entries.at(-1)?.id === stored.at(-1)?.id;
  if (!isSame) throw new StoreConflictError(id, entries.length);
  return withChange(emptySession(id, createdAtMs), change);
}

/** A session as a list shows it. */
export function infoOf(session: MutableSession): SessionInfo {
  const { id, createdAtMs, updatedAtMs, entries, title, opening } = session;
  const { headId = entries.at(-1)?.id } = session;
  const shown = (entries.findLast((entry) => entry.id === headId)?.seq ?? -1) + 1;
  return {
    ...{ id, createdAtMs, updatedAtMs, entries: entries.length },
    ...(shown < entries.length && { shown }),
    ...(title !== undefined && { title }),
    ...(opening && { defaultTitle: opening.words }),
  };
}

/** The session as `load` gives it; shares the session's lists. */
export function storedSessionOf(session: MutableSession): StoredSession {
  const {
    id: _,
    createdAtMs: __,
    updatedAtMs: ___,
    title: ____,
    opening: _____,
    ...held
  } = session;
  return { info: infoOf(session), ...held };
}

/** The entries of a change that are not stored yet. */
function addedEntries(session: MutableSession, entries: readonly Entry[]): readonly Entry[] {
  const added: Entry[] = [];
  for (const entry of entries) {
    const place = placeOf(entry);
    const next = session.entries.length + added.length;
    if (place === next) {
      added.push(entry);
      continue;
    }
    const there = session.entries[place] ?? added[place - session.entries.length];
    if (!there || !isRepeat(there, entry)) throw new StoreConflictError(session.id, place);
  }
  return added;
}

/** The same id alone does not tell: two tabs may have given it to different messages. */
function isRepeat(there: Entry, { id, message }: Entry): boolean {
  return there.id === id && isSameValue(there.message, message);
}

/** A count for an entry that is not there means that the caller knows another session. */
function checkTokenPositions(sessionId: string, entries: number, change: SessionChange): void {
  for (const place of change.tokens?.keys() ?? []) {
    const isStored = Number.isInteger(place) && place >= 0 && place < entries;
    if (!isStored) throw new StoreConflictError(sessionId, place);
  }
}

/** A writer that does not know that the head was moved must not continue from where it was. */
function checkFollowing(
  { id, entries, headId }: MutableSession,
  [first]: readonly Entry[],
  { head }: SessionChange,
): void {
  if (!first || headId === undefined || head || first.parentId === headId) return;
  throw new StoreConflictError(id, entries.length);
}

/** A change made on another transcript must not be stored onto this one. */
function checkBasis(
  session: MutableSession,
  added: readonly Entry[],
  { basis, entries: given = [], head: newHead }: SessionChange,
): void {
  if (!basis) return;
  const [first] = given;
  if (first && basis.previousEntryId !== undefined) {
    const previous = placeOf(first) - 1;
    const previousEntryId = session.entries[previous]?.id ?? null;
    if (previousEntryId !== basis.previousEntryId) {
      throw new StoreConflictError(session.id, Math.max(0, previous));
    }
  }
  const entries = session.entries.length + added.length;
  const lastEntryId = (added.at(-1) ?? session.entries.at(-1))?.id ?? null;
  const isSameEnd = entries === basis.entries && lastEntryId === basis.lastEntryId;
  const headBefore = added.length > 0 ? undefined : session.headId;
  const { value: headId = lastEntryId } = newHead ?? { value: headBefore };
  const { headId: expectedHeadId = basis.lastEntryId } = basis;
  if (isSameEnd && headId === expectedHeadId) return;
  throw new StoreConflictError(session.id, firstDifference(entries, basis.entries));
}

/** A change of a value that somebody else has written since must not replace it. */
function checkValues(
  { id, entries, scratchpad, parts }: MutableSession,
  change: SessionChange,
): void {
  if (!rewritesOthers(change, { scratchpad, parts })) return;
  throw new StoreConflictError(id, entries.length, 'of what stands beside its messages');
}

/**
 * A change of another session, such as one that had this id before, must not leave here what follows
 * an entry that only the other one has.
 */
function checkReferences(
  { id: sessionId, entries }: MutableSession,
  added: readonly Entry[],
  { basis, head }: SessionChange,
): void {
  const [first] = added;
  const isMadeHere = basis && (!first || basis.previousEntryId !== undefined);
  if (isMadeHere) return;
  const isStored = (id: string) =>
    entries.at(-1)?.id === id || entries.some((entry) => entry.id === id);
  const parentId = first?.parentId ?? null;
  const headId = head?.value ?? null;
  const isOwnHead = added.some(({ id }) => id === headId);
  const holdsParent = parentId === null || isStored(parentId);
  const holdsHead = headId === null || isOwnHead || isStored(headId);
  if (!holdsParent || !holdsHead) throw new StoreConflictError(sessionId, entries.length);
}

/** Where a transcript surely differs from the one that was expected: behind it, or at its end. */
function firstDifference(entries: number, expected: number): number {
  return entries > expected ? expected : Math.max(0, expected - 1);
}

/** A repeated commit brings the newest record again; it is kept once. */
function keepCompaction(records: CompactionRecord[], record: CompactionRecord): void {
  if (records.at(-1)?.id === record.id) records.pop();
  records.push(record);
  if (records.length > COMPACTIONS_KEPT) records.shift();
}

function historyOf({ history }: MutableSession): StoredHistory {
  const from = history[0]?.index ?? 0;
  return { from, end: from + history.length, at: (index) => history[index - from] };
}

function keepHistory(records: HistoryRecord[], { from, added }: HistoryWrite): void {
  for (const record of added) records.push(record);
  const outdated = records.findIndex(({ index }) => index >= from);
  records.splice(0, outdated < 0 ? records.length : outdated);
}
