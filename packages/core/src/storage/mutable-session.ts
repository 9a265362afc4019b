import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { StoreConflictError } from '../errors/store-errors.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import { isSameValue } from '../message/same-value.ts';
import type { Entry } from '../transcript/entry.ts';
import { placeOf } from '../transcript/transcript.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import { type HistoryWrite, historyWrite, type StoredHistory } from './history-write.ts';
import {
  COMPACTIONS_KEPT,
  type SessionChange,
  type SessionInfo,
  type StoredSession,
} from './memory-store.ts';
import { rewritesOthers } from './rewrites-others.ts';

/** A session in memory, changed in place: appending must not cost what the session costs. */
export interface MutableSession {
  readonly id: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly entries: Entry[];
  /** Where the conversation ends, where that was said; absent: in the last entry. */
  head: { readonly value: string | null } | undefined;
  title: string | undefined;
  overlays: Overlays;
  settingsKey: string;
  scratchpad: { readonly value: unknown } | undefined;
  system: string | undefined;
  readonly compactions: CompactionRecord[];
  /** One run, `index` rising by one. */
  readonly history: HistoryRecord[];
  readonly parts: Map<string, unknown>;
}

/** A session with nothing in it. */
export function emptySession(id: string, createdAtMs: number): MutableSession {
  return {
    id,
    createdAtMs,
    updatedAtMs: createdAtMs,
    entries: [],
    head: undefined,
    title: undefined,
    overlays: noOverlays(),
    settingsKey: '',
    scratchpad: undefined,
    system: undefined,
    compactions: [],
    history: [],
    parts: new Map(),
  };
}

/** A session that goes on from a stored one; shares its entries and records, not its lists. */
export function mutableSessionOf(stored: StoredSession): MutableSession {
  return {
    id: stored.info.id,
    createdAtMs: stored.info.createdAtMs,
    updatedAtMs: stored.info.updatedAtMs,
    entries: [...stored.entries],
    head: stored.headId === undefined ? undefined : { value: stored.headId },
    title: stored.info.title,
    overlays: stored.overlays,
    settingsKey: stored.settingsKey,
    scratchpad: 'scratchpad' in stored ? { value: stored.scratchpad } : undefined,
    system: stored.system,
    compactions: [...stored.compactions],
    history: [...stored.history],
    parts: new Map(stored.parts),
  };
}

/** Applies a whole change, or throws `StoreConflictError` and leaves the session as it was. */
export function applyToMutableSession(session: MutableSession, change: SessionChange): void {
  if (change.replaces) {
    replaceSession(session, change);
    return;
  }
  const added = addedEntries(session, change.entries ?? []);
  checkTokenPositions(session.id, session.entries.length + added.length, change);
  checkFollowing(session, added, change);
  checkBasis(session, added, change);
  checkValues(session, change);
  checkReferences(session, added, change);
  const history = historyWrite(session.id, historyOf(session), change);

  session.updatedAtMs = change.atMs;
  for (const entry of added) session.entries.push(entry);
  session.head = change.head ?? (added.length > 0 ? undefined : session.head);
  if (change.title) session.title = change.title.value || undefined;
  for (const [place, tokens] of change.tokens ?? []) {
    const entry = session.entries[place];
    if (entry) session.entries[place] = { ...entry, tokens };
  }
  if (change.overlays) {
    session.overlays = change.overlays.value;
    session.settingsKey = change.overlays.settingsKey;
  }
  if (change.scratchpad) session.scratchpad = { value: change.scratchpad.value };
  if (change.system) session.system = change.system.value;
  if (change.compaction) keepCompaction(session.compactions, change.compaction);
  keepHistory(session.history, history);
  for (const [name, value] of change.parts ?? []) {
    if (value === undefined) session.parts.delete(name);
    else session.parts.set(name, value);
  }
}

/** Puts a session made of the change alone in the place of the stored one. */
function replaceSession(session: MutableSession, { replaces: _, ...change }: SessionChange): void {
  const { entries = [] } = change;
  const isSame =
    entries.length === session.entries.length && entries.at(-1)?.id === session.entries.at(-1)?.id;
  if (!isSame) throw new StoreConflictError(session.id, entries.length);
  const fresh = emptySession(session.id, session.createdAtMs);
  applyToMutableSession(fresh, change);
  const { head, title, overlays, settingsKey, scratchpad, system, updatedAtMs } = fresh;
  Object.assign(session, { head, title, overlays, settingsKey, scratchpad, system, updatedAtMs });
  for (const [place, entry] of fresh.entries.entries()) session.entries[place] = entry;
  session.compactions.length = 0;
  session.history.length = 0;
  for (const record of fresh.history) session.history.push(record);
  session.parts.clear();
  for (const [name, value] of fresh.parts) session.parts.set(name, value);
}

/** A session as a list shows it. */
export function infoOf(session: MutableSession): SessionInfo {
  const { id, createdAtMs, updatedAtMs, entries, title } = session;
  const named = title === undefined ? {} : { title };
  return { id, createdAtMs, updatedAtMs, entries: entries.length, ...named };
}

/** The session as `load` gives it; shares the session's lists. */
export function storedSessionOf(session: MutableSession): StoredSession {
  const { entries, head, overlays, settingsKey, scratchpad, system } = session;
  const { compactions, history, parts } = session;
  return {
    info: infoOf(session),
    entries,
    ...(head && { headId: head.value }),
    overlays,
    settingsKey,
    ...(scratchpad && { scratchpad: scratchpad.value }),
    ...(system !== undefined && { system }),
    compactions,
    history,
    parts,
  };
}

/** Changes that make the same session anew in an empty store. */
export function changesThatRebuild(session: MutableSession): readonly SessionChange[] {
  const { entries, head, title, overlays, settingsKey, scratchpad, system } = session;
  const { compactions, history, parts, updatedAtMs } = session;
  return [
    {
      atMs: session.createdAtMs,
      entries,
      ...(head && { head }),
      ...(title !== undefined && { title: { value: title } }),
      overlays: { value: overlays, settingsKey },
      ...(scratchpad && { scratchpad }),
      ...(system !== undefined && { system: { value: system } }),
      ...(history.length > 0 && { history }),
      ...(parts.size > 0 && { parts }),
    },
    ...compactions.map((compaction) => ({ atMs: updatedAtMs, compaction })),
    { atMs: updatedAtMs },
  ];
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

/** A writer that does not know that the head was moved must not go on from where it was. */
function checkFollowing(
  { id, entries, head }: MutableSession,
  added: readonly Entry[],
  change: SessionChange,
): void {
  const [first] = added;
  if (!first || !head || change.head || first.parentId === head.value) return;
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
  const said = newHead ?? (added.length > 0 ? undefined : session.head);
  const headId = said ? said.value : lastEntryId;
  const { headId: expectedHeadId = basis.lastEntryId } = basis;
  if (isSameEnd && headId === expectedHeadId) return;
  throw new StoreConflictError(session.id, firstDifference(entries, basis.entries));
}

/** A change of a value that somebody else has written since must not take its place. */
function checkValues(
  { id, entries, scratchpad, parts }: MutableSession,
  change: SessionChange,
): void {
  const stored = { scratchpad: scratchpad?.value, parts };
  if (!rewritesOthers(change, stored)) return;
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
