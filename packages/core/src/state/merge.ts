import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { isSameValue } from '../message/same-value.ts';
import { COMPACTIONS_KEPT, type StoredSession } from '../store/memory-store.ts';
import type { Outbox, ValuesBeside } from '../store/outbox.ts';
import type { Entry } from '../transcript/entry.ts';
import { type IsStoredAs, isRun, type Rebased, rebased } from '../transcript/rebased.ts';
import { headIdOf } from '../transcript/transcript.ts';
import { everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import { LEARNED_PART, learnedOf } from './learned.ts';
import { changedSince, firstOwnIndex, historyAfter } from './merge-history.ts';
import { type OverlaysAfter, overlaysAfter } from './merge-overlays.ts';
import { standingValues, type ValueSides, valueAfter } from './merge-values.ts';
import { systemMessage } from './open-session.ts';
import type { RestoredSession, StandingBeside, TakeOverEvent } from './session-event.ts';
import type { SessionSnapshot, UntimedChange } from './snapshot.ts';

/** A session as its store has it now. Entries that this page has as they are stored are the very same objects. */
export interface StoredNow<Pad> extends RestoredSession<Pad> {
  /** Scratchpad and parts as they are stored, redacted or not. */
  readonly asStored: Pick<StoredSession, 'scratchpad' | 'parts'>;
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

/**
 * Decides how a session continues from what its store holds now [NS-2]; `undefined` where that says
 * nothing new. Pure.
 *
 * - Entries: what this page has not stored yet goes behind what is, or becomes a branch (`rebased`).
 * - Beside the conversation, what this page has not stored yet is written on top; all else is the store's.
 * - A compaction of this page that rests on what stands elsewhere now has not happened.
 */
export function merged<Pad>(
  stored: StoredNow<Pad>,
  { snapshot, outbox, reader }: OwnSession<Pad>,
  isStoredAs: IsStoredAs,
  atMs: number,
): Merge<Pad> | undefined {
  const unstored = [...outbox.changes.map(({ change }) => change), snapshot.unsaved ?? {}];
  const entries = entriesAfter(stored, snapshot, outbox, isStoredAs);
  const { placed } = entries;
  const from = firstOwnIndex(unstored, snapshot.history.nextIndex);
  const overlays = overlaysAfter({
    ...{ snapshot, stored, unstored, atMs },
    isChangedThere: changedSince(stored.history, from),
    isBehind: placed.kind === 'behind',
    isMoved: entries.movedIds.size > 0,
    transcriptAfter: () => transcriptAt([...entries.before, ...entries.behind], placed.headId),
  });
  const isMoved = (id: string) => entries.movedIds.has(id);
  const history = historyAfter(snapshot.history, stored.history, from, overlays, isMoved);
  const sides = valueSides(stored, snapshot, outbox);
  const values = valuesAfter(sides, unstored, reader);
  const system = unstored.findLast((change) => change.system)?.system;
  const isOtherSystem = system !== undefined && stored.system !== undefined;
  const compactions = compactionsAfter(snapshot, stored, overlays);
  const beside: StandingBeside<Pad> = {
    ...(overlays.value !== snapshot.overlays && { overlays: overlays.value }),
    ...(compactions && { compactions }),
    ...(arePartsOther(values.parts, snapshot.parts) && { parts: values.parts }),
    ...(isOtherSystem && { system: systemMessage(stored.system) }),
    ...(values.scratchpad !== snapshot.scratchpad && {
      ...{ scratchpad: values.scratchpad as Pad, scratchpadAtLength: 0 },
    }),
    ...learnedThere(stored, snapshot, unstored),
  };
  const end = (stored.history.at(-1)?.index ?? from - 1) + 1;
  const records = history.records.filter(({ index }) => index >= end);
  const compaction = overlays.compactions.at(-1);
  const title = unstored.findLast((change) => change.title)?.title;
  const change: UntimedChange = {
    ...(title && { title }),
    ...(system && !isOtherSystem && { system }),
    ...changedValues(values, unstored),
    ...(overlays.change && { overlays: overlays.change }),
    ...(compaction && { compaction }),
    ...measuredIn(entries.before, unstored),
    ...(records.length > 0 && { history: records }),
  };
  const hasNews =
    entries.isMoving ||
    placed.headId !== headIdOf(snapshot.transcript) ||
    Object.keys(beside).length > 0 ||
    history.nextIndex !== snapshot.history.nextIndex;
  const isCommitted = outbox.changes.length > 0;
  if (!hasNews && !isCommitted) return undefined;
  const waits = !isCommitted && Object.keys(change).length > 0;
  return {
    placed,
    standing: standingValues(sides),
    compactionsAhead: isCommitted ? overlays.compactions.slice(0, -1) : [],
    event: {
      type: 'take-over',
      ...(!entries.isGoingOn && { kept: entries.before.length }),
      entries: entries.behind,
      newIds: entries.newIds,
      headId: placed.headId,
      history: history.records,
      beside,
      ...(isCommitted && { change }),
      ...(waits && { waiting: change }),
    },
  };
}

/** The entries of both sides, in their places. */
function entriesAfter(
  { entries: all, headId: storedHeadId }: StoredNow<unknown>,
  { transcript }: SessionSnapshot<unknown>,
  { stored: own }: Outbox,
  isStoredAs: IsStoredAs,
) {
  const mine = everyEntry(transcript);
  const headId = headIdOf(transcript);
  const known = mine.slice(0, own.entries);
  const firstOther = known.findIndex((entry, place) => entry !== all[place]);
  const kept = firstOther < 0 ? known.length : firstOther;
  const isSameSession = known.at(-1)?.id === all[known.length - 1]?.id;
  const seenHeadId = isSameSession ? own.headId : NO_ENTRY;
  const path = { entries: mine, headId, stored: own.entries, storedHeadId: seenHeadId };
  const placed = rebased({ entries: all, headId: storedHeadId }, path, isStoredAs);
  const isMoving = all.length > kept || placed.kind === 'branch';
  const before = isMoving ? mine.slice(0, kept) : mine;
  const behind = isMoving ? [...all.slice(kept), ...placed.entries] : [];
  const ofThisPage = new Set([...known.slice(kept), ...placed.entries].map(({ id }) => id));
  return {
    placed,
    isMoving,
    /** Those that stay as they are, and all that stand behind them. */
    before,
    behind,
    /** The conversation goes on from where it ends in this page. */
    isGoingOn: before.length === mine.length && isRun(headId, behind, placed.headId),
    newIds: behind.map(({ id }) => id).filter((id) => !ofThisPage.has(id)),
    /** Entries of this page that stand elsewhere now. */
    movedIds: new Set(isMoving ? mine.slice(own.entries).map(({ id }) => id) : []),
  };
}

/** No entry has this id: of another session nothing continues here. */
const NO_ENTRY = '';

/** A scratchpad that was not stored yet is the one that it began with. */
function valueSides<Pad>(
  { scratchpad, parts, asStored }: StoredNow<Pad>,
  now: ValuesBeside,
  { before: read, stored: { beside } }: Outbox,
): ValueSides {
  const pad = beside?.scratchpad ?? read.scratchpad;
  const stored = { scratchpad: pad, parts: beside?.parts ?? read.parts };
  return {
    now,
    before: { read, stored },
    theirs: {
      read: { scratchpad: scratchpad?.value, parts },
      // One that cannot be read changes nothing here.
      stored: { scratchpad: scratchpad ? asStored.scratchpad : pad, parts: asStored.parts },
    },
  };
}

/** The snapshot itself holds everything that was learned. */
function arePartsOther(after: ValuesBeside['parts'], before: ValuesBeside['parts']): boolean {
  return [...new Set([...after.keys(), ...before.keys()])].some(
    (name) => name !== LEARNED_PART && after.get(name) !== before.get(name),
  );
}

function valuesAfter(
  sides: ValueSides,
  unstored: readonly UntimedChange[],
  { checkedPad, readPart }: ValueReader<unknown>,
): ValuesBeside {
  const isOwnPad = unstored.some((change) => change.scratchpad);
  const parts = new Map<string, unknown>();
  for (const name of new Set([...sides.theirs.read.parts.keys(), ...sides.now.parts.keys()])) {
    const isOwn = unstored.some((change) => change.parts?.has(name));
    const value = valueAfter(sides, name, isOwn, (fields) => readPart(name, fields));
    if (value !== undefined) parts.set(name, value);
  }
  return { scratchpad: valueAfter(sides, undefined, isOwnPad, checkedPad), parts };
}

/** The values that this page has changed. */
function changedValues(
  { scratchpad, parts }: ValuesBeside,
  unstored: readonly UntimedChange[],
): Pick<UntimedChange, 'scratchpad' | 'parts'> {
  const changed = unstored.flatMap((change) => [...(change.parts ?? [])]);
  const after = changed.map(
    ([name, value]) => [name, name === LEARNED_PART ? value : parts.get(name)] as const,
  );
  return {
    ...(unstored.some((change) => change.scratchpad) && { scratchpad: { value: scratchpad } }),
    ...(after.length > 0 && { parts: new Map(after) }),
  };
}

/** Better token counts of entries that stay. */
function measuredIn(
  { length }: readonly Entry[],
  unstored: readonly UntimedChange[],
): Pick<UntimedChange, 'tokens'> {
  const counts = unstored.flatMap((change) => [...(change.tokens ?? [])]);
  const tokens = new Map(counts.filter(([place]) => place < length));
  return tokens.size > 0 ? { tokens } : {};
}

function learnedThere<Pad>(
  { parts, learned }: StoredNow<Pad>,
  snapshot: SessionSnapshot<Pad>,
  unstored: readonly UntimedChange[],
): StandingBeside<Pad> {
  const isOwn = unstored.some((change) => change.parts?.has(LEARNED_PART));
  if (isOwn || !learned || isSameValue(parts.get(LEARNED_PART), learnedOf(snapshot))) return {};
  const { breaker, ledger, overflow, otherFigures } = learned;
  return { breaker, overflow, otherFigures, ...(ledger && { ledger }) };
}

/** Absent where they are the same; records that this page has stay its own. */
function compactionsAfter(
  { compactions }: SessionSnapshot<unknown>,
  stored: StoredNow<unknown>,
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
