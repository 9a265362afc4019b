import { indexOfSpanAt } from '../ground/platform/span-at.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Overlays, RangeOverlay } from './overlay.ts';
import { rangeAt } from './range-at.ts';

/** The path of entries that ranges lie over. */
export interface RangedPath {
  readonly length: number;
  /** `undefined` for one that is not read. */
  readonly unitStartAt: (seq: number) => number | undefined;
  /** Entries that must not leave [POL-7]. */
  readonly protectedSeqs: readonly number[];
}

/** The first thing that no compaction can have made of ranges, in words. */
export function rangesFault(
  { length, unitStartAt, protectedSeqs }: RangedPath,
  ranges: readonly RangeOverlay[],
): string | undefined {
  const isCut = (seq: number) => seq < length && (unitStartAt(seq) ?? seq) !== seq;
  let end = 0;
  for (const { fromSeq, toSeq } of ranges) {
    const isSound = fromSeq >= end && toSeq > fromSeq && toSeq <= length;
    if (!isSound) return `the range ${fromSeq}–${toSeq} is out of order`;
    if (isCut(fromSeq) || isCut(toSeq)) return `the range ${fromSeq}–${toSeq} cuts a unit`;
    end = toSeq;
  }
  const gone = protectedSeqs.find((seq) => rangeAt({ ranges }, seq));
  return gone === undefined ? undefined : `message #${gone} is protected and left`;
}

/**
 * The same of stored overlays and of what was read of the entries that they lie over [STO-6]: a context
 * that is made with others could lack the task, or hold a result without its call. Costs what the ranges
 * cost, and in a session of several branches what the path costs.
 *
 * @param entries in the order of appending
 * @param headId the entry that the conversation ends with; default the last one
 */
export function overlaysFault(
  entries: readonly Entry[],
  { ranges, entries: overlaid }: Overlays,
  headId?: string | null,
): string | undefined {
  if (ranges.length === 0 && overlaid.size === 0) return undefined;
  const path = pathTo(entries, headId);
  const last = path.at(-1);
  const length = last ? last.seq + 1 : 0;
  const ofUser = ({ message }: Entry) => message.role === 'user';
  const landmarks = [path.find(ofUser)?.seq, path.findLast(ofUser)?.seq, last?.unitStart];
  const fault = rangesFault(
    {
      length,
      unitStartAt: (seq) =>
        path[indexOfSpanAt(path, seq, (entry) => [entry.seq, entry.seq + 1])]?.unitStart,
      protectedSeqs: landmarks.filter((seq) => seq !== undefined),
    },
    ranges,
  );
  if (fault !== undefined) return fault;
  const astray = [...overlaid.keys()].find((seq) => seq >= length || rangeAt({ ranges }, seq));
  return astray === undefined ? undefined : `message #${astray} is shortened and not there`;
}

/** The entries of one path, oldest first; those in between may be missing. */
function pathTo(entries: readonly Entry[], headId: string | null | undefined): readonly Entry[] {
  const last = entries.at(-1);
  const head = headId === undefined ? last?.id : headId;
  const isOnePath = entries.every(
    ({ seq, position }) => position === undefined || position === seq,
  );
  if (isOnePath && head === last?.id) return entries;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: Entry[] = [];
  for (let entry = byId.get(head ?? ''); entry; entry = byId.get(entry.parentId ?? '')) {
    path.push(entry);
  }
  return path.reverse();
}
