import type { Condensed, EntryOverlay, Overlays } from './overlay.ts';
import type { OverlaysDelta, PastCondensed } from './overlays-delta.ts';

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
