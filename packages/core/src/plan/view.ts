import { condensedMessage, overlaidMessage } from '../compaction/overlaid-message.ts';
import type { Condensed, EntryOverlay, Overlays, RangeOverlay } from '../compaction/overlay.ts';
import type { Message } from '../message/message.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenSource } from '../tokens/token-counter.ts';
import type { Entry, TokenCount } from '../transcript/entry.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { repairsOf } from './repairs.ts';

/** One entry as it stands in the view. */
export interface ViewEntry {
  readonly kind: 'entry';
  readonly entry: Entry;
  readonly overlay: EntryOverlay | undefined;
  /** True where results that answer no call had to be taken out or sent as text. */
  readonly mended: boolean;
  readonly message: Message;
  readonly tokens: number;
  readonly source: TokenSource;
}

/** A message that stands in the view and in no transcript: it mends the grammar of a unit. */
export interface ViewRepair {
  readonly kind: 'repair';
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
}

/**
 * Lays the overlays over the transcript. Steps over what left the view without looking at it, so
 * the cost is that of the context and not of the transcript.
 */
export function viewOf(transcript: Transcript, overlays: Overlays, measurer: Measurer): View {
  const segments: ViewSegment[] = [];
  let tokens = 0;
  let seq = 0;
  let rangeIndex = 0;
  let condensed = overlays.condensed?.text
    ? viewCondensed(overlays.condensed, measurer)
    : undefined;
  while (seq < transcript.length) {
    if (condensed && seq >= condensed.condensed.beforeSeq) {
      segments.push(condensed);
      tokens += condensed.tokens.value;
      condensed = undefined;
    }
    const range = overlays.ranges[rangeIndex];
    if (range && range.fromSeq <= seq) {
      segments.push({ kind: 'range', range });
      seq = range.toSeq;
      rangeIndex += 1;
      continue;
    }
    const unit = viewUnit(transcript, overlays, seq, measurer);
    segments.push(unit);
    tokens += unit.tokens;
    seq = unit.end;
  }
  return { segments, tokens };
}

/** The units of a view, oldest first. */
export function unitsOf(view: View): readonly ViewUnit[] {
  return view.segments.filter((segment) => segment.kind === 'unit');
}

function viewCondensed(condensed: Condensed, measurer: Measurer): ViewCondensed {
  const message = condensedMessage(condensed);
  return { kind: 'condensed', condensed, message, tokens: measurer.message(message) };
}

function viewUnit(
  transcript: Transcript,
  overlays: Overlays,
  start: number,
  measurer: Measurer,
): ViewUnit {
  const entries = unitEntries(transcript, start);
  const shownOf = (entry: Entry) => shownMessage(entry, overlays.entries.get(entry.seq));
  const repairs = repairsOf(entries, shownOf);
  const members = entries.flatMap((entry) => [
    ...(repairs.before.get(entry.seq) ?? []).map((added) => viewRepair(added, measurer)),
    viewEntry(entry, overlays.entries.get(entry.seq), repairs.mends.get(entry.seq), measurer),
  ]);
  members.push(...repairs.added.map((added) => viewRepair(added, measurer)));
  const tokens = members.reduce((sum, member) => sum + member.tokens, 0);
  return { kind: 'unit', start, end: start + entries.length, members, tokens };
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
  return entries;
}

function shownMessage(entry: Entry, overlay: EntryOverlay | undefined): Message {
  return overlay ? overlaidMessage(entry, overlay) : entry.message;
}

function viewEntry(
  entry: Entry,
  overlay: EntryOverlay | undefined,
  mend: ((message: Message) => Message) | undefined,
  measurer: Measurer,
): ViewEntry {
  const shown = shownMessage(entry, overlay);
  const message = mend ? mend(shown) : shown;
  const { value, source } = message === entry.message ? entry.tokens : measurer.message(message);
  return {
    kind: 'entry',
    entry,
    overlay,
    mended: mend !== undefined,
    message,
    tokens: value,
    source,
  };
}
