import type { Entry } from './entry.ts';
import { EntryLog } from './entry-log.ts';
import { ForkedLog } from './forked-log.ts';
import {
  emptyTranscript,
  type Landmarks,
  landmarks,
  nextUnit,
  type OpenUnit,
  placeOf,
  type Transcript,
} from './transcript.ts';

/** A transcript of the entries of one path, from the first; and what stands on other branches. */
export function transcriptOf(
  entries: readonly Entry[],
  elsewhere: readonly Entry[] = [],
): Transcript {
  let openUnit: OpenUnit | undefined;
  let marks: Landmarks = emptyTranscript();
  for (const entry of entries) {
    openUnit = nextUnit(openUnit, entry.seq, entry.message);
    marks = landmarks(marks, entry);
  }
  const log = elsewhere.length === 0 ? new EntryLog(entries) : new ForkedLog(entries, elsewhere);
  return { ...marks, log, length: entries.length, openUnit };
}

/**
 * The transcript of the path that ends in `headId`, of all entries of a session in the order of
 * appending; what is on no way to it stands elsewhere. Costs what the session costs.
 */
export function transcriptAt(entries: readonly Entry[], headId: string | null): Transcript {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: Entry[] = [];
  for (let id = headId; id !== null; ) {
    const entry = byId.get(id);
    if (!entry) throw new RangeError(`No entry ${id}.`);
    path.push(entry);
    id = entry.parentId;
  }
  if (path.length === entries.length) return transcriptOf(entries);
  const onPath = new Set(path);
  return transcriptOf(
    path.reverse(),
    entries.filter((entry) => !onPath.has(entry)),
  );
}

/** All entries of the session, in the order of appending. */
export function everyEntry({ log, length }: Transcript): readonly Entry[] {
  const { elsewhere } = log;
  const path = log.slice(0, length);
  if (elsewhere.length === 0) return path;
  return [...path, ...elsewhere].sort((a, b) => placeOf(a) - placeOf(b));
}

/** How many entries at the start two paths have in common. */
export function commonLength(one: Transcript, other: Transcript): number {
  const most = Math.min(one.length, other.length);
  let common = 0;
  while (common < most && one.log.at(common).id === other.log.at(common).id) common += 1;
  return common;
}
