import { indexOfSpanAt } from '../ground/platform/span-at.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import { mediaApart } from '../message/media-apart.ts';
import { type Message, toolCallsOf, toolResultsOf } from '../message/message.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenCount, TokenSource } from '../tokens/token-counter.ts';
import type { Entry } from '../transcript/entry.ts';
import { EntriesNotLoaded } from '../transcript/entry-log.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { condensedMessage, overlaidMessage } from './overlaid-message.ts';
import type { Condensed, EntryOverlay, Overlays, RangeOverlay } from './overlay.ts';
import { withOwnCallIds } from './own-call-ids.ts';
import { repairsOf, toldInterrupted } from './repairs.ts';

/** One entry as it stands in the view. */
export interface ViewEntry extends Measured {
  readonly kind: 'entry';
  readonly overlay: EntryOverlay | undefined;
  /** True where results that answer no call had to be taken out or sent as text. */
  readonly repaired: boolean;
}

/** A message that stands in the view and in no transcript: it repairs the grammar of a unit. */
export interface ViewRepair extends Measured {
  readonly kind: 'repair';
}

/** A message, the entry that it is of, and what it takes. */
interface Measured {
  readonly entry: Entry;
  readonly message: Message;
  readonly tokens: number;
  readonly source: TokenSource;
}

/** Entries that are sent together or not at all [CMP-3]. */
export interface ViewUnit {
  readonly kind: 'unit';
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly members: readonly (ViewEntry | ViewRepair)[];
  readonly tokens: number;
}

export interface ViewRange {
  readonly kind: 'range';
  readonly range: RangeOverlay;
}

export interface ViewCondensed {
  readonly kind: 'condensed';
  readonly condensed: Condensed;
  readonly message: Message;
  readonly tokens: TokenCount;
}

export type ViewSegment = ViewUnit | ViewRange | ViewCondensed;

/** Transcript and overlays joined: what is in the view, in send order, measured. */
export interface View {
  readonly segments: readonly ViewSegment[];
  readonly tokens: number;
  /** Present where it lacks entries that are stored and not read yet. */
  readonly isPartial?: true;
}

/** A view and what it was laid out from. */
interface LaidOut {
  readonly transcript: Transcript;
  readonly measurements: number;
  readonly measurer: Measurer;
  readonly view: View;
  /** Where the next segment starts. */
  readonly end: number;
  /** Ranges of the overlays that stand in the view already. */
  readonly ranges: number;
  readonly isCondensedPlaced: boolean;
}

const lastLaidOut = new WeakMap<Overlays, LaidOut>();

/**
 * Lays the overlays over the transcript. Steps over what left the view without looking at it, so
 * the cost is that of the context and not of the transcript. Where the transcript has only grown
 * since the same overlays were laid over it, what stood in the view stands there again as the same
 * objects, and only what is new is looked at, and what was measured better meanwhile.
 */
export function viewOf(transcript: Transcript, overlays: Overlays, measurer: Measurer): View {
  return runToEnd(layingOut(transcript, overlays, measurer));
}

/** The same in steps: afterwards `viewOf` has it at once. */
export function* layingOut(
  transcript: Transcript,
  overlays: Overlays,
  measurer: Measurer,
): Steps<View> {
  const known = lastLaidOut.get(overlays);
  const last = known && goesOnFrom(known, transcript, measurer) ? known : undefined;
  const isMeasured = last?.measurements === transcript.log.measurements;
  if (isMeasured && last.transcript.length === transcript.length) return last.view;
  const laidOut = yield* layOut(last, transcript, overlays, measurer);
  // With the entries that it lacks it is another one.
  if (!laidOut.view.isPartial) lastLaidOut.set(overlays, laidOut);
  return laidOut.view;
}

/** Tells whether all that was laid out stands in this transcript too. */
function goesOnFrom(last: LaidOut, transcript: Transcript, measurer: Measurer): boolean {
  return (
    last.transcript.log === transcript.log &&
    last.transcript.length <= transcript.length &&
    last.measurer === measurer
  );
}

function* layOut(
  last: LaidOut | undefined,
  transcript: Transcript,
  overlays: Overlays,
  measurer: Measurer,
): Steps<LaidOut> {
  const { measurements } = transcript.log;
  let { segments, tokens, seq } = unchangedPart(last, transcript);
  let ranges = last?.ranges ?? 0;
  let condensed = last?.isCondensedPlaced ? undefined : condensedOf(overlays, measurer);
  let isPartial = false;
  const push = (segment: ViewSegment, itsTokens: number) => {
    segments.push(segment);
    tokens += itsTokens;
  };
  const better = transcript.log.measuredSince(last?.measurements ?? measurements);
  for (const [index, measured] of better.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const at = indexOfSpanAt(segments, measured, (segment, index) =>
      boundsOf(segment, segments[index + 1]),
    );
    const unit = segments[at];
    if (unit?.kind !== 'unit') continue;
    const anew = viewUnit(transcript, overlays, unit.start, measurer);
    segments[at] = anew;
    tokens += anew.tokens - unit.tokens;
  }
  for (let turns = 1; seq < transcript.length; turns += 1) {
    if (turns % TURNS_PER_STEP === 0) yield;
    if (condensed && seq >= condensed.condensed.beforeSeq) {
      push(condensed, condensed.tokens.value);
      condensed = undefined;
    }
    const range = overlays.ranges[ranges];
    if (range && range.fromSeq <= seq) {
      push({ kind: 'range', range }, 0);
      seq = range.toSeq;
      ranges += 1;
      continue;
    }
    const unit = loadedUnit(transcript, overlays, seq, measurer);
    if (typeof unit === 'number') {
      isPartial = true;
      seq = Math.min(unit, range?.fromSeq ?? unit);
      continue;
    }
    push(unit, unit.tokens);
    seq = unit.end;
  }
  return {
    transcript,
    measurements,
    measurer,
    view: { segments, tokens, ...(isPartial && { isPartial }) },
    end: seq,
    ranges,
    isCondensedPlaced: condensed === undefined,
  };
}

/** The condensed text has no entries; it stands at the place of what follows it. */
function boundsOf(segment: ViewSegment, next: ViewSegment | undefined): readonly [number, number] {
  switch (segment.kind) {
    case 'unit':
      return [segment.start, segment.end];
    case 'range':
      return [segment.range.fromSeq, segment.range.toSeq];
    case 'condensed': {
      const [start] = next ? boundsOf(next, undefined) : [Number.POSITIVE_INFINITY];
      return [start, start];
    }
    default:
      return segment satisfies never;
  }
}

/** The segments that are laid out already, and where to continue: only the last unit can have grown. */
function unchangedPart(last: LaidOut | undefined, transcript: Transcript) {
  if (!last) return { segments: [], tokens: 0, seq: 0 };
  const segments = [...last.view.segments];
  const newest = segments.at(-1);
  if (newest?.kind !== 'unit' || !hasGrown(newest, transcript)) {
    return { segments, tokens: last.view.tokens, seq: last.end };
  }
  segments.pop();
  return { segments, tokens: last.view.tokens - newest.tokens, seq: newest.start };
}

function hasGrown(unit: ViewUnit, transcript: Transcript): boolean {
  return unit.end < transcript.length && transcript.log.at(unit.end).unitStart === unit.start;
}

/** The units of a view, oldest first. */
export function unitsOf(view: View): readonly ViewUnit[] {
  return view.segments.filter((segment) => segment.kind === 'unit');
}

function condensedOf({ condensed }: Overlays, measurer: Measurer): ViewCondensed | undefined {
  if (!condensed?.text) return undefined;
  const message = condensedMessage(condensed);
  return { kind: 'condensed', condensed, message, tokens: measurer.message(message) };
}

/** The unit that begins at `start`; where what it takes is still to be read, the place where to continue. */
function loadedUnit(
  transcript: Transcript,
  overlays: Overlays,
  start: number,
  measurer: Measurer,
): ViewUnit | number {
  const loaded = transcript.log.loadedFrom(start);
  if (loaded > start) return loaded;
  try {
    return viewUnit(transcript, overlays, start, measurer);
  } catch (error) {
    // A result whose call may stand there.
    if (error instanceof EntriesNotLoaded) return endOfLoaded(transcript, start);
    throw error;
  }
}

/** The first place behind a unit, as far as it is read. */
function endOfLoaded({ log, length }: Transcript, start: number): number {
  const { unitStart } = log.at(start);
  let seq = start;
  do {
    seq = log.loadedFrom(seq + 1);
  } while (seq < length && log.at(seq).unitStart === unitStart);
  return seq;
}

/** The unit that begins at `start`, as it stands in the view. */
export function viewUnit(
  transcript: Transcript,
  overlays: Overlays,
  start: number,
  measurer: Measurer,
): ViewUnit {
  const entries = unitEntries(transcript, start);
  const shownOf = (entry: Entry) => shownMessage(entry, overlays.entries.get(entry.seq));
  const repairs = repairsOf(entries, shownOf, (callId) => isOpenAhead(transcript, start, callId));
  const members = entries.flatMap((entry) => [
    ...(repairs.before.get(entry.seq) ?? []).map((added) => viewRepair(added, measurer)),
    viewEntry(
      entry,
      overlays.entries.get(entry.seq),
      repairs.replacements.get(entry.seq),
      measurer,
    ),
  ]);
  members.push(...repairs.added.map((added) => viewRepair(added, measurer)));
  const tokens = members.reduce((sum, member) => sum + member.tokens, 0);
  return {
    kind: 'unit',
    start,
    end: start + entries.length,
    members,
    tokens,
  };
}

/** Tells whether the newest call of this id before a place has no result there. */
function isOpenAhead({ log }: Transcript, start: number, callId: string): boolean {
  for (let seq = start - 1; seq >= 0; seq -= 1) {
    const { message } = log.at(seq);
    if (toolResultsOf(message).some((result) => result.callId === callId)) return false;
    if (toolCallsOf(message).some((call) => call.callId === callId)) return true;
  }
  return false;
}

function viewRepair(
  { entry, message }: { readonly entry: Entry; readonly message: Message },
  measurer: Measurer,
): ViewRepair {
  const { value, source } = measurer.message(message);
  return { kind: 'repair', entry, message, tokens: value, source };
}

function unitEntries(transcript: Transcript, start: number): readonly Entry[] {
  const first = transcript.log.at(start);
  const entries = [first];
  for (let seq = start + 1; seq < transcript.length; seq += 1) {
    const entry = transcript.log.at(seq);
    if (entry.unitStart !== first.unitStart) break;
    entries.push(entry);
  }
  return withOwnCallIds(entries);
}

function shownMessage(entry: Entry, overlay: EntryOverlay | undefined): Message {
  return toldInterrupted(overlay ? overlaidMessage(entry, overlay) : mediaApart(entry.message));
}

function viewEntry(
  entry: Entry,
  overlay: EntryOverlay | undefined,
  repair: ((message: Message) => Message) | undefined,
  measurer: Measurer,
): ViewEntry {
  const shown = shownMessage(entry, overlay);
  const message = repair ? repair(shown) : shown;
  const { value, source } = message === entry.message ? entry.tokens : measurer.message(message);
  return {
    kind: 'entry',
    entry,
    overlay,
    repaired: repair !== undefined,
    message,
    tokens: value,
    source,
  };
}
