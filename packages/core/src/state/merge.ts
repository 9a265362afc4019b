import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { History } from '../history/history.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { isSameValue } from '../message/same-value.ts';
import { COMPACTIONS_KEPT, type StoredSession } from '../store/memory-store.ts';
import type { Outbox, ValuesBeside } from '../store/outbox.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import type { Entry } from '../transcript/entry.ts';
import { type IsStoredAs, type Rebased, rebased } from '../transcript/rebased.ts';
import { headIdOf } from '../transcript/transcript.ts';
import { everyEntry } from '../transcript/transcript-at.ts';
import { LEARNED_PART, learnedOf } from './learned.ts';
import { changedSince, firstOwnIndex, historyAfter } from './merge-history.ts';
import { type OverlaysAfter, overlaysAfter } from './merge-overlays.ts';
import { systemMessage } from './open-session.ts';
import type { RestoredSession, StandingBeside, TakeOverEvent } from './session-event.ts';
import type { SessionSnapshot, UntimedChange } from './snapshot.ts';

type StoredBeside = Pick<StoredSession, 'scratchpad' | 'parts'>;

/** A session as its store has it now, as far as this page does not have it already. */
export interface StoredNews<Pad> extends Omit<RestoredSession<Pad>, 'entries'> {
  /** The entries behind those that this page knows to be stored; all of them where it holds another session. */
  readonly entries: readonly Entry[];
  /** The stored entries before those are the ones that this page knows. */
  readonly isSameSession: boolean;
  /** All entries are given, and those that this page knows may have other contents now. */
  readonly isReplaced: boolean;
  /** Scratchpad and parts as they are stored, redacted or not. */
  readonly asStored: StoredBeside;
  /** The system text that is stored with it. */
  readonly system?: string;
}

/** Reads what the store has. */
export interface ValueReader<Pad> {
  /** @throws InvalidScratchpadError */
  checkedPad(value: unknown): Pad;
  /** @throws where the part cannot be read. */
  readPart(name: string, value: unknown): unknown;
}

/** A session as this page has it, and what of that its store lacks. */
export interface OwnSession<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  readonly outbox: Outbox;
  readonly reader: ValueReader<Pad>;
}

/** The way in which a session continues whose store was written to by another tab. */
export interface Merge<Pad> {
  readonly event: TakeOverEvent<Pad>;
  readonly placed: Rebased;
  /** Scratchpad and parts as the store has them, in the words of this page. */
  readonly standing: ValuesBeside;
  /** Compactions that are stored before the event's own one: a change takes one record. */
  readonly compactionsAhead: readonly CompactionRecord[];
}

/** The two sides of a merge, and the changes of this page that the store lacks. */
interface Sides<Pad> extends Omit<OwnSession<Pad>, 'outbox'> {
  readonly stored: StoredNews<Pad>;
  /** Scratchpad and parts as they were when this page and the store last agreed, in this page's words. */
  readonly before: ValuesBeside;
  /** Those values as the store had them. */
  readonly storedBefore: ValuesBeside;
  /** The values as the store has them now. */
  readonly asStored: ValuesBeside;
  readonly unstored: readonly UntimedChange[];
}

/** The session as it is after the merge, its entries apart. */
interface Outcome<Pad> {
  /** So many stored entries are those of this page. */
  readonly known: number;
  /** The index of the first record of this page that the store lacks. */
  readonly from: number;
  readonly history: History;
  readonly overlays: OverlaysAfter;
  /** The scratchpad that this page writes; absent where it changed nothing. */
  readonly pad: { readonly value: Pad } | undefined;
  /** Absent where they stay. */
  readonly parts: ReadonlyMap<string, unknown> | undefined;
}

/**
 * Decides how a session continues from what its store holds now [NS-2]; `undefined` where that says
 * nothing new. Pure.
 *
 * - Entries: what this page has not stored yet goes behind what is, or becomes a branch (`rebased`).
 * - Beside the conversation, what this page has not stored yet is written on top; all else is the store's.
 * - A compaction of this page that rests on what stands elsewhere now has not happened.
 */
export function merged<Pad>(
  stored: StoredNews<Pad>,
  { snapshot, outbox, reader }: OwnSession<Pad>,
  isStoredAs: IsStoredAs,
  atMs: number,
): Merge<Pad> | undefined {
  const { before, stored: own } = outbox;
  const unstored = [...outbox.changes.map(({ change }) => change), snapshot.unsaved ?? {}];
  const sides: Sides<Pad> = {
    ...{ snapshot, stored, reader, before, unstored },
    storedBefore: own.beside ? valuesIn(own.beside, before) : before,
    asStored: valuesIn(stored.asStored, before),
  };
  const mine = everyEntry(snapshot.transcript);
  const { isReplaced, isSameSession } = stored;
  const known = mine.slice(0, own.entries);
  const given = isReplaced ? asKnown(stored.entries, known, isStoredAs) : stored.entries;
  const isRewritten = isReplaced && known.some((entry, place) => entry !== given[place]);
  const base = isSameSession && !isRewritten ? known : [];
  const behind = isReplaced && !isRewritten ? given.slice(own.entries) : given;
  const path = { entries: [...base, ...behind], headId: stored.headId };
  const storedHeadId = isSameSession ? own.headId : NO_ENTRY;
  const headId = headIdOf(snapshot.transcript);
  const placed =
    isSameSession && mine.length === own.entries
      ? nothingToPlace(headId === storedHeadId, stored.headId)
      : rebased(path, { entries: mine, headId, stored: own.entries, storedHeadId }, isStoredAs);
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
    hasOwnEntries: mine.length > own.entries,
    atMs,
  });
  const moved = new Set(isMoving ? mine.slice(own.entries).map(({ id }) => id) : []);
  const isMoved = (id: string) => moved.has(id);
  const history = historyAfter(snapshot.history, stored.history, from, overlays, isMoved);
  const outcome: Outcome<Pad> = {
    known: base.length,
    from,
    history,
    overlays,
    pad: padAfter(sides),
    parts: partsAfter(sides),
  };
  const change = changeOf(sides, outcome);
  const beside = besideAfter(sides, outcome);
  const hasNews =
    isMoving ||
    placed.headId !== headId ||
    Object.keys(beside).length > 0 ||
    history.nextIndex !== snapshot.history.nextIndex;
  const isCommitted = outbox.changes.length > 0;
  if (!hasNews && !isCommitted) return undefined;
  const waits = !isCommitted && Object.keys(change).length > 0;
  const isOwn = new Set(placed.entries);
  const wasKnown = new Set(isRewritten ? known.map(({ id }) => id) : []);
  return {
    placed,
    standing: standingValues(sides),
    compactionsAhead: isCommitted ? overlays.compactions.slice(0, -1) : [],
    event: {
      type: 'take-over',
      kept,
      entries,
      newIds: entries
        .filter((entry) => !isOwn.has(entry) && !wasKnown.has(entry.id))
        .map(({ id }) => id),
      headId: placed.headId,
      history: history.records,
      beside,
      ...(isCommitted && { change }),
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

/** No entry has this id: of another session nothing continues here. */
const NO_ENTRY = '';

/** Values as they are stored; a scratchpad that was not stored yet is the one that it began with. */
function valuesIn({ scratchpad, parts }: StoredBeside, before: ValuesBeside): ValuesBeside {
  return { scratchpad: scratchpad ?? before.scratchpad, parts };
}

/** A value that the store has as this page had it keeps this page's words. */
function standingValues({ stored, before, storedBefore, asStored }: Sides<unknown>): ValuesBeside {
  const { scratchpad, parts } = stored;
  const isSamePad = !scratchpad || isSameValue(asStored.scratchpad, storedBefore.scratchpad);
  const wordsFor = ([name, value]: readonly [string, unknown]) =>
    isSameValue(asStored.parts.get(name), storedBefore.parts.get(name))
      ? before.parts.get(name)
      : value;
  return {
    scratchpad: isSamePad ? before.scratchpad : scratchpad.value,
    parts: new Map([...parts].map((part) => [part[0], wordsFor(part)])),
  };
}

/** This page's change on top of the stored session, its entries apart. */
function changeOf<Pad>(
  { stored, snapshot, unstored }: Sides<Pad>,
  { known, from, history, overlays, pad, parts: after = snapshot.parts }: Outcome<Pad>,
): UntimedChange {
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
  const records = history.records.filter(({ index }) => index >= end);
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

function besideAfter<Pad>(
  sides: Sides<Pad>,
  { overlays, pad: ownPad, parts }: Outcome<Pad>,
): StandingBeside<Pad> {
  const { stored, snapshot, storedBefore, asStored, unstored } = sides;
  const compactions = compactionsAfter(snapshot, stored, overlays);
  const isOtherPad =
    stored.scratchpad && !isSameValue(asStored.scratchpad, storedBefore.scratchpad);
  const pad = ownPad ?? (isOtherPad ? stored.scratchpad : undefined);
  const isOtherSystem = stored.system !== undefined && unstored.some(({ system }) => system);
  return {
    ...(overlays.value && { overlays: overlays.value }),
    ...(compactions && { compactions }),
    ...(parts && { parts }),
    ...(isOtherSystem && { system: systemMessage(stored.system) }),
    ...(pad &&
      pad.value !== snapshot.scratchpad && { scratchpad: pad.value, scratchpadAtLength: 0 }),
    ...learnedAfter(sides),
  };
}

/** This page's changes of the scratchpad on top of another tab's; absent where it changed nothing. */
function padAfter<Pad>(sides: Sides<Pad>): Outcome<Pad>['pad'] {
  const { snapshot, before, storedBefore, asStored, unstored, reader } = sides;
  if (!unstored.some((change) => change.scratchpad)) return undefined;
  const own = {
    now: snapshot.scratchpad,
    before: before.scratchpad,
    storedBefore: storedBefore.scratchpad,
  };
  return { value: onTop(asStored.scratchpad, own, (fields) => reader.checkedPad(fields)) };
}

/** A value that both have changed: by its fields, where it has some and the outcome can be read. */
function onTop<Value>(
  theirs: unknown,
  own: Versions<Value>,
  read: (fields: Readonly<Record<string, unknown>>) => Value,
): Value {
  const fields = fieldsOnTop(theirs, own);
  if (!fields) return own.now;
  try {
    return read(fields);
  } catch {
    // The two do not fit together; the last word counts.
    return own.now;
  }
}

/** A value of this page, and what it was when this page and the store last agreed. */
interface Versions<Value> {
  readonly now: Value;
  readonly before: unknown;
  readonly storedBefore: unknown;
}

/**
 * This page's changes of a value of fields on top of another tab's; `undefined` where
 * nobody else changed it, or it has no fields.
 */
function fieldsOnTop(
  theirs: unknown,
  { now, before, storedBefore }: Versions<unknown>,
): Readonly<Record<string, unknown>> | undefined {
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
function partsAfter(sides: Sides<unknown>): Outcome<unknown>['parts'] {
  const { stored, before, storedBefore, unstored, reader } = sides;
  const { parts } = sides.snapshot;
  const asStored = sides.asStored.parts;
  const changed = new Set(unstored.flatMap((change) => [...(change.parts?.keys() ?? [])]));
  const next = new Map<string, unknown>();
  for (const [name, value] of stored.parts) {
    const isSame = parts.has(name) && isSameValue(storedBefore.parts.get(name), asStored.get(name));
    if (!changed.has(name)) next.set(name, isSame ? parts.get(name) : value);
  }
  for (const [name, now] of parts) {
    if (!changed.has(name)) continue;
    const known = {
      before: before.parts.get(name) ?? {},
      storedBefore: storedBefore.parts.get(name) ?? {},
    };
    next.set(
      name,
      onTop(asStored.get(name), { now, ...known }, (fields) => reader.readPart(name, fields)),
    );
  }
  // The snapshot itself holds everything that was learned.
  const isChanged = [...new Set([...next.keys(), ...parts.keys()])].some(
    (name) => name !== LEARNED_PART && next.get(name) !== parts.get(name),
  );
  return isChanged ? next : undefined;
}

function learnedAfter<Pad>({ stored, snapshot, unstored }: Sides<Pad>): StandingBeside<Pad> {
  const { parts, learned } = stored;
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
