import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { StoreConflictError } from '../ground/errors/store-errors.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import type { Entry } from '../transcript/entry.ts';
import { noOverlays } from '../view/overlay.ts';
import { addedEntries, type StoredFacts } from './change-rules.ts';
import { type HistoryWrite, historyWrite, type StoredHistory } from './history-write.ts';
import {
  COMPACTIONS_KEPT,
  type SessionChange,
  type SessionInfo,
  type StoredSession,
} from './memory-store.ts';
import { type Opening, openingAfter } from './opening.ts';

type Changing<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/** A stored session that is changed in place: appending must not cost what the session costs. */
export interface MutableSession
  extends Changing<Omit<StoredSession, 'info'>>,
    Changing<Pick<SessionInfo, 'id' | 'user' | 'createdAtMs' | 'updatedAtMs' | 'title'>> {
  readonly entries: Entry[];
  readonly compactions: CompactionRecord[];
  readonly history: HistoryRecord[];
  readonly parts: Map<string, unknown>;
  opening?: Opening | undefined;
}

/** A session with nothing in it. */
export function emptySession(id: string, createdAtMs: number, user?: string): MutableSession {
  return {
    ...{ id, createdAtMs, updatedAtMs: createdAtMs, ...(user !== undefined && { user }) },
    ...{ overlays: noOverlays(), settingsKey: '' },
    ...{ entries: [], compactions: [], history: [], parts: new Map() },
  };
}

/** Gives the session that holds a whole change, or throws `StoreConflictError` and leaves it as it was. */
export function withChange(session: MutableSession, change: SessionChange): MutableSession {
  if (change.replaces) return replacedBy(session, change);
  const added = addedEntries(factsOf(session), change);
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
  { id, createdAtMs, user, entries: stored }: MutableSession,
  { replaces: _, compaction: __, ...change }: SessionChange,
): MutableSession {
  const { entries = [] } = change;
  const isSame = entries.length === stored.length && entries.at(-1)?.id === stored.at(-1)?.id;
  if (!isSame) throw new StoreConflictError(id, entries.length);
  return withChange(emptySession(id, createdAtMs, user), change);
}

/** A session as a list shows it. */
export function infoOf(session: MutableSession): SessionInfo {
  const { id, user, createdAtMs, updatedAtMs, entries, title, opening } = session;
  const { headId = entries.at(-1)?.id } = session;
  const shown = (entries.findLast((entry) => entry.id === headId)?.seq ?? -1) + 1;
  return {
    ...{ id, createdAtMs, updatedAtMs, entries: entries.length },
    ...(user !== undefined && { user }),
    ...(shown < entries.length && { shown }),
    ...(title !== undefined && { title }),
    ...(opening && { defaultTitle: opening.words }),
  };
}

/** The session as `load` gives it; shares the session's lists. */
export function storedSessionOf(session: MutableSession): StoredSession {
  const {
    id: _,
    user: __,
    createdAtMs: ___,
    updatedAtMs: ____,
    title: _____,
    opening: ______,
    ...held
  } = session;
  return { info: infoOf(session), ...held };
}

function factsOf({ id, user, entries, headId, scratchpad, parts }: MutableSession): StoredFacts {
  return {
    ...{ id, user, headId, scratchpad, parts },
    entries: entries.length,
    entryAt: (place) => entries[place],
    holds: (entryId) => entries.some((entry) => entry.id === entryId),
  };
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
