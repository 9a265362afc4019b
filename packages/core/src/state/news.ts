import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { type History, recordsOf } from '../history/history.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { isSameValue } from '../message/same-value.ts';
import { COMPACTIONS_KEPT, type SessionChange } from '../storage/memory-store.ts';
import type { TokenCount } from '../tokens/token-count.ts';
import type { Entry } from '../transcript/entry.ts';
import { type IsStoredAs, type Rebased, rebased } from '../transcript/rebased.ts';
import { headIdOf } from '../transcript/transcript.ts';
import { everyEntry } from '../transcript/transcript-at.ts';
import { LEARNED_PART, learnedOf } from './learned.ts';
import { type OverlaysAfter, overlaysAfter } from './news-overlays.ts';
import { systemMessage } from './open-session.ts';
import { firstOwnIndex, withOwnRecords } from './own-history.ts';
import type { RestoredSession, StandingBeside, TakeOverEvent } from './session-event.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** A session as its store has it now, as far as this page does not have it already. */
export interface StoredNews<Pad> extends Omit<RestoredSession<Pad>, 'entries'> {
  /** The entries behind those that this page knows to be stored; all of them where it holds another session. */
  readonly entries: readonly Entry[];
  /** The stored entries ahead of those are the ones that this page knows. */
  readonly isSameSession: boolean;
  /** All entries are given, and those that this page knows may have other contents now. */
  readonly isReplaced: boolean;
  /** The system text that is stored with it. */
  readonly system?: string;
}

/** A session as this page has it, and what of that its store lacks. */
export interface OwnSession<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  /** So many of its entries, from the first in the order of appending, are known to be stored. */
  readonly stored: number;
  readonly storedHeadId: string | null;
  /** Changes that were committed and are not stored, oldest first. */
  readonly changes: readonly SessionChange[];
  /** Scratchpad and parts as they were when this page and the store last agreed. */
  readonly before: StandingValues;
  /** Those values, and those of now, as storing leaves them. */
  readonly asStored: { readonly now: StandingValues; readonly before: StandingValues };
  /** @throws where it does not fit the schema. */
  readonly checkedPad: (value: unknown) => Pad;
  /** Gives what is read of a part. @throws where it cannot be read. */
  readonly readPart: (name: string, value: unknown) => unknown;
}

/** The values beside a conversation that several tabs may change. */
export interface StandingValues {
  readonly scratchpad: unknown;
  readonly parts: ReadonlyMap<string, unknown>;
}

/** The way in which a session goes on whose store was written to by another tab. */
export interface News<Pad> {
  readonly event: TakeOverEvent<Pad>;
  readonly placed: Rebased;
  /** Scratchpad and parts as the store has them, in the words of this page. */
  readonly standing: StandingValues;
  /** Compactions that are stored ahead of the event's own one: a change takes one record. */
  readonly compactionsAhead: readonly CompactionRecord[];
}

/**
 * Decides how a session goes on from what its store holds now [NS-2]; `undefined` where that says
 * nothing new. Pure.
 *
 * - Entries: what this page has not stored yet goes behind what is, or becomes a branch (`rebased`).
 * - Beside the conversation, what this page has not stored yet is written on top; all else is the store's.
 * - A compaction of this page that rests on what stands elsewhere now has not happened.
 */
export function newsOf<Pad>(
  stored: StoredNews<Pad>,
  own: OwnSession<Pad>,
  isStoredAs: IsStoredAs,
  atMs: number,
): News<Pad> | undefined {
  const { snapshot } = own;
  const { unsaved = {} } = snapshot;
  const unstored: readonly Omit<SessionChange, 'atMs'>[] = [...own.changes, unsaved];
  const mine = everyEntry(snapshot.transcript);
  const { isReplaced, isSameSession } = stored;
  const known = mine.slice(0, own.stored);
  const given = isReplaced ? asKnown(stored.entries, known, isStoredAs) : stored.entries;
  const isRewritten = isReplaced && known.some((entry, place) => entry !== given[place]);
  const base = isSameSession && !isRewritten ? known : [];
  const behind = isReplaced && !isRewritten ? given.slice(own.stored) : given;
  const path = { entries: [...base, ...behind], headId: stored.headId };
  const storedHeadId = isSameSession ? own.storedHeadId : NO_ENTRY;
  const headId = headIdOf(snapshot.transcript);
  const placed =
    isSameSession && mine.length === own.stored
      ? nothingToPlace(headId === storedHeadId, stored.headId)
      : rebased(path, { entries: mine, headId, stored: own.stored, storedHeadId }, isStoredAs);
  const isMoving = behind.length > 0 || placed.kind === 'branch' || !isSameSession || isRewritten;
  const entries = isMoving ? [...behind, ...placed.entries] : [];
  const kept = isMoving ? base.length : mine.length;
  const from = firstOwnIndex(unstored, snapshot.history.nextIndex);
  const overlays = overlaysAfter({
    snapshot,
    stored,
    unstored,
    placed: { kind: placed.kind, isMoving, entries: [...mine.slice(0, kept), ...entries] },
    headId: placed.headId,
    isChangedThere: changedSince(stored.history, from),
    hasOwnEntries: mine.length > own.stored,
    atMs,
  });
  const moved = new Set(isMoving ? mine.slice(own.stored).map(({ id }) => id) : []);
  const history = historyAfter(snapshot.history, stored, from, overlays, (id) => moved.has(id));
  const pad = padAfter(stored, own, unstored);
  const parts = partsAfter(stored, own, unstored);
  const change = changeOf(unstored, {
    ...{ known: base.length, pad, overlays, stored, history, from },
    parts: parts ?? snapshot.parts,
  });
  const beside = besideAfter(stored, own, unstored, { overlays, pad, parts });
  const hasNews =
    isMoving ||
    placed.headId !== headId ||
    Object.keys(beside).length > 0 ||
    history.nextIndex !== snapshot.history.nextIndex;
  if (!hasNews && own.changes.length === 0) return undefined;
  const isCommitted = own.changes.length > 0;
  const waits = !isCommitted && Object.keys(change).length > 0;
  const isOwn = new Set(placed.entries);
  const wasKnown = new Set(isRewritten ? known.map(({ id }) => id) : []);
  return {
    placed,
    standing: standingValues(stored, own),
    compactionsAhead: isCommitted ? overlays.compactions.slice(0, -1) : [],
    event: {
      type: 'take-over',
      kept,
      entries,
      newIds: entries
        .filter((entry) => !isOwn.has(entry) && !wasKnown.has(entry.id))
        .map(({ id }) => id),
      headId: placed.headId,
      history: recordsOf(history),
      beside,
      ...(isCommitted && { change: { ...change, atMs } }),
      ...(waits && { waiting: change }),
    },
  };
}

/** Stored entries, each as this page has it where that is what was stored. */
function asKnown(
  stored: readonly Entry[],
  known: readonly Entry[],
  isStoredAs: IsStoredAs,
): readonly Entry[] {
  return stored.map((entry, place) => {
    const own = known[place];
    return own?.id === entry.id && isStoredAs(own.message, entry.message) ? own : entry;
  });
}

/** All entries of this page are stored: the length of the session costs nothing. */
function nothingToPlace(hasStayed: boolean, headId: string | null): Rebased {
  return { kind: hasStayed ? 'behind' : 'branch', entries: [], headId, ids: new Map() };
}

/** No entry has this id: of another session nothing goes on here. */
const NO_ENTRY = '';

type Unstored = readonly Omit<SessionChange, 'atMs'>[];

/** Tells whether somebody else changed the overlays since; where that is not known any more, it is taken to be so. */
function changedSince(records: RestoredSession<unknown>['history'], from: number): boolean {
  const [first] = records;
  const end = records.at(-1)?.index ?? -1;
  const isConnected = (first?.index ?? 0) <= from && end >= from - 1;
  return !isConnected || records.some((record) => record.index >= from && 'delta' in record);
}

/** The records that this page has already stay its own: those of a store may have been redacted. */
function historyAfter(
  own: History,
  stored: StoredNews<unknown>,
  from: number,
  overlays: OverlaysAfter,
  isMoved: (id: string) => boolean,
): History {
  const known = recordsOf(own).filter(({ index }) => index < from);
  const start = stored.history[0]?.index ?? 0;
  const isConnected = (stored.history.at(-1)?.index ?? -1) >= from - 1 && start <= from;
  const ahead = isConnected
    ? [...known, ...stored.history.filter(({ index }) => index >= from)]
    : stored.history;
  return withOwnRecords({
    ...{ history: own, from, stored: ahead, isMoved },
    ...{ keeps: overlays.keeps, first: overlays.record },
  });
}

/** A value that the store has as this page had it keeps this page's words. */
function standingValues(
  { scratchpad, parts }: StoredNews<unknown>,
  { before, asStored }: OwnSession<unknown>,
): StandingValues {
  const isSamePad = !scratchpad || isSameValue(scratchpad.value, asStored.before.scratchpad);
  return {
    scratchpad: isSamePad ? before.scratchpad : scratchpad.value,
    parts: new Map(
      [...parts].map(([name, value]) => {
        const isSame = isSameValue(value, asStored.before.parts.get(name));
        return [name, isSame ? before.parts.get(name) : value];
      }),
    ),
  };
}

/** This page's change on top of the stored session, its entries apart. */
function changeOf(
  unstored: Unstored,
  {
    known,
    pad,
    overlays,
    stored,
    history,
    from,
    parts: after,
  }: {
    readonly known: number;
    readonly parts: ReadonlyMap<string, unknown>;
    readonly pad: { readonly value: unknown } | undefined;
    readonly overlays: OverlaysAfter;
    readonly stored: StoredNews<unknown>;
    readonly history: History;
    readonly from: number;
  },
): Omit<SessionChange, 'atMs'> {
  const tokens = new Map<number, TokenCount>();
  const parts = new Map<string, unknown>();
  for (const change of unstored) {
    for (const [place, count] of change.tokens ?? []) if (place < known) tokens.set(place, count);
    for (const [name, value] of change.parts ?? []) {
      parts.set(name, name === LEARNED_PART ? value : after.get(name));
    }
  }
  const title = unstored.findLast((change) => change.title)?.title;
  const system = unstored.findLast((change) => change.system)?.system;
  const end = (stored.history.at(-1)?.index ?? from - 1) + 1;
  const records = recordsOf(history).filter(({ index }) => index >= end);
  const compaction = overlays.compactions.at(-1);
  return {
    ...(title && { title }),
    ...(system && stored.system === undefined && { system }),
    ...(pad && { scratchpad: pad }),
    ...(overlays.change && { overlays: overlays.change }),
    ...(compaction && { compaction }),
    ...(tokens.size > 0 && { tokens }),
    ...(parts.size > 0 && { parts }),
    ...(records.length > 0 && { history: records }),
  };
}

interface BesideAfter<Pad> {
  readonly overlays: OverlaysAfter;
  /** The scratchpad that this page writes; absent where it changed nothing. */
  readonly pad: { readonly value: Pad } | undefined;
  /** Absent where they stay. */
  readonly parts: ReadonlyMap<string, unknown> | undefined;
}

function besideAfter<Pad>(
  stored: StoredNews<Pad>,
  own: OwnSession<Pad>,
  unstored: Unstored,
  { overlays, pad: ownPad, parts }: BesideAfter<Pad>,
): StandingBeside<Pad> {
  const { snapshot, asStored } = own;
  const compactions = compactionsAfter(snapshot, stored, overlays);
  const isOtherPad =
    stored.scratchpad && !isSameValue(stored.scratchpad.value, asStored.now.scratchpad);
  const pad = ownPad ?? (isOtherPad ? stored.scratchpad : undefined);
  const isOtherSystem = stored.system !== undefined && unstored.some(({ system }) => system);
  return {
    ...(overlays.value && { overlays: overlays.value }),
    ...(compactions && { compactions }),
    ...(parts && { parts }),
    ...(isOtherSystem && { system: systemMessage(stored.system) }),
    ...(pad &&
      pad.value !== snapshot.scratchpad && { scratchpad: pad.value, scratchpadAtLength: 0 }),
    ...learnedAfter(stored, snapshot, unstored),
  };
}

/** This page's changes of the scratchpad on top of another tab's; absent where it changed nothing. */
function padAfter<Pad>(
  stored: StoredNews<Pad>,
  { snapshot, before, asStored, checkedPad }: OwnSession<Pad>,
  unstored: Unstored,
): { readonly value: Pad } | undefined {
  const { scratchpad } = snapshot;
  if (!unstored.some((change) => change.scratchpad)) return undefined;
  const fields = fieldsOnTop(stored.scratchpad?.value, {
    now: scratchpad,
    before: before.scratchpad,
    storedBefore: asStored.before.scratchpad,
  });
  if (!fields) return { value: scratchpad };
  try {
    return { value: checkedPad(fields) };
  } catch {
    // The two do not fit together; the last word counts.
    return { value: scratchpad };
  }
}

/** A part that both have changed: by its fields, where it has some and the outcome can be read. */
function partOnTop(
  name: string,
  stored: StoredNews<unknown>,
  { snapshot, before, asStored, readPart }: OwnSession<unknown>,
): unknown {
  const now = snapshot.parts.get(name);
  const fields = fieldsOnTop(stored.parts.get(name), {
    now,
    before: before.parts.get(name) ?? {},
    storedBefore: asStored.before.parts.get(name) ?? {},
  });
  if (!fields) return now;
  try {
    return readPart(name, fields);
  } catch {
    return now;
  }
}

/**
 * This page's changes of a value of fields on top of another tab's; `undefined` where
 * nobody else changed it, or it has no fields.
 */
function fieldsOnTop(
  theirs: unknown,
  own: { readonly now: unknown; readonly before: unknown; readonly storedBefore: unknown },
): Readonly<Record<string, unknown>> | undefined {
  const { now, before, storedBefore } = own;
  if (!isPlainObject(theirs) || !isPlainObject(now)) return undefined;
  if (!isPlainObject(before) || !isPlainObject(storedBefore)) return undefined;
  if (isSameValue(theirs, storedBefore)) return undefined;
  const fields: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(theirs), ...Object.keys(now)])) {
    const isOwn = !isSameValue(now[name], before[name]);
    const isTheirs = !isOwn && !isSameValue(theirs[name], storedBefore[name]);
    const value = isTheirs ? theirs[name] : now[name];
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Absent where nothing changed; a value that says the same stays the same object. */
function partsAfter(
  stored: StoredNews<unknown>,
  page: OwnSession<unknown>,
  unstored: Unstored,
): ReadonlyMap<string, unknown> | undefined {
  const { parts } = page.snapshot;
  const own = new Set(unstored.flatMap((change) => [...(change.parts?.keys() ?? [])]));
  const next = new Map<string, unknown>();
  for (const [name, value] of stored.parts) {
    const isSame = parts.has(name) && isSameValue(page.asStored.now.parts.get(name), value);
    if (!own.has(name)) next.set(name, isSame ? parts.get(name) : value);
  }
  for (const name of parts.keys()) {
    if (own.has(name)) next.set(name, partOnTop(name, stored, page));
  }
  // The snapshot itself holds everything that was learned.
  const isChanged = [...new Set([...next.keys(), ...parts.keys()])].some(
    (name) => name !== LEARNED_PART && next.get(name) !== parts.get(name),
  );
  return isChanged ? next : undefined;
}

function learnedAfter<Pad>(
  { parts, learned }: StoredNews<Pad>,
  snapshot: SessionSnapshot<Pad>,
  unstored: Unstored,
): StandingBeside<Pad> {
  const isOwn = unstored.some((change) => change.parts?.has(LEARNED_PART));
  const isSame = isSameValue(parts.get(LEARNED_PART), learnedOf(snapshot));
  if (isOwn || isSame || !learned) return {};
  const { breaker, ledger, overflow, otherFigures } = learned;
  return { breaker, overflow, otherFigures, ...(ledger && { ledger }) };
}

/** Absent where they are the same; records that this page has stay its own. */
function compactionsAfter(
  { compactions }: SessionSnapshot<unknown>,
  stored: StoredNews<unknown>,
  overlays: OverlaysAfter,
): readonly CompactionRecord[] | undefined {
  const own = new Map(compactions.map((record) => [record.id, record]));
  const next = [...stored.compactions, ...overlays.compactions]
    .map((record) => own.get(record.id) ?? record)
    .slice(-COMPACTIONS_KEPT);
  const isSame =
    next.length === compactions.length && next.every((record, at) => record === compactions[at]);
  return isSame ? undefined : next;
}
