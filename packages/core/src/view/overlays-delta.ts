import type { Condensed, EntryOverlay, Overlays, RangeOverlay } from './overlay.ts';

/**
 * A condensed text as it was: enough to show it again. The exact values it was made from are left
 * out, because a past context shows them as text.
 */
export type PastCondensed = Omit<Condensed, 'values'>;

/**
 * One change of the overlays, told backwards: together with the overlays after it, it gives those
 * before it. Its size is that of what changed, except for the condensed text, which is kept whole.
 * Plain data; stored with the record of the change.
 */
export interface OverlaysDelta {
  /** Epoch of the overlays before the change. */
  readonly epochBefore: number;
  /** Ranges that were not there before, by `fromSeq`. */
  readonly addedRanges: readonly number[];
  /** Ranges that were there before and are not any more: joined to a neighbour, or taken back. */
  readonly removedRanges: readonly RangeOverlay[];
  /** Entries whose overlay was not there before, by `seq`. */
  readonly addedEntries: readonly number[];
  /** Overlays of entries that were there before and are not any more, or were another. */
  readonly removedEntries: readonly EntryOverlay[];
  /** The condensed text before the change, `null` where there was none; absent where it stayed the same. */
  readonly condensedBefore?: PastCondensed | null;
}

/** Tells the change from one state of the overlays to the next, backwards. */
export function overlaysDelta(before: Overlays, after: Overlays): OverlaysDelta {
  const rangesBefore = new Map(before.ranges.map((range) => [range.fromSeq, range]));
  const rangesAfter = new Map(after.ranges.map((range) => [range.fromSeq, range]));
  const isNew = ({ fromSeq }: RangeOverlay) =>
    !isSame(rangesBefore.get(fromSeq), rangesAfter.get(fromSeq));
  const isOther = ({ seq }: EntryOverlay) =>
    !isSame(before.entries.get(seq), after.entries.get(seq));
  return {
    epochBefore: before.epoch,
    addedRanges: after.ranges.filter(isNew).map(({ fromSeq }) => fromSeq),
    removedRanges: before.ranges.filter(isNew),
    addedEntries: [...after.entries.values()].filter(isOther).map(({ seq }) => seq),
    removedEntries: [...before.entries.values()].filter(isOther),
    ...(!isSame(before.condensed, after.condensed) && {
      condensedBefore: before.condensed ? pastCondensed(before.condensed) : null,
    }),
  };
}

/**
 * Overlays are not changed once made: the same one is the same object, unless it was read again.
 * Those of two compactions are two, whatever they say.
 */
function isSame(a: Made | undefined, b: Made | undefined): boolean {
  if (a === b) return true;
  return a?.compactionId === b?.compactionId && JSON.stringify(a) === JSON.stringify(b);
}

interface Made {
  readonly compactionId: string;
}

function pastCondensed({ values: _, ...shown }: Condensed): PastCondensed {
  return shown;
}

/** The overlays as they were before a change. */
export function overlaysBefore(after: Overlays, delta: OverlaysDelta): Overlays {
  const addedRanges = new Set(delta.addedRanges);
  const addedEntries = new Set(delta.addedEntries);
  const ranges = [
    ...after.ranges.filter(({ fromSeq }) => !addedRanges.has(fromSeq)),
    ...delta.removedRanges,
  ].toSorted((a, b) => a.fromSeq - b.fromSeq);
  const entries = new Map(
    [...after.entries.values()].filter(({ seq }) => !addedEntries.has(seq)).map(bySeq),
  );
  for (const overlay of delta.removedEntries) entries.set(overlay.seq, overlay);
  const { condensedBefore: past } = delta;
  const condensed = past === undefined ? after.condensed : past && asCondensed(past);
  return { epoch: delta.epochBefore, ranges, entries, ...(condensed && { condensed }) };
}

function asCondensed(past: PastCondensed): Condensed {
  return { ...past, values: { values: [], newestSeq: -1 } };
}

function bySeq(overlay: EntryOverlay): [number, EntryOverlay] {
  return [overlay.seq, overlay];
}
