import { runToEnd, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
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
  return runToEnd(makingTranscript(entries, elsewhere));
}

/**
 * The same in steps. Of a path of which only some entries are read (those at its start, up to the first
 * user message, those at its end, from the start of a unit on, and perhaps some in between) the rest is
 * left open.
 */
function* makingTranscript(
  entries: readonly Entry[],
  elsewhere: readonly Entry[],
): Steps<Transcript> {
  let openUnit: OpenUnit | undefined;
  let marks: Landmarks = emptyTranscript();
  const length = (entries.at(-1)?.seq ?? -1) + 1;
  const placed: (Entry | undefined)[] = Array.from({ length });
  let next = 0;
  for (const [index, entry] of entries.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    openUnit = nextUnit(entry.seq === next ? openUnit : undefined, entry.seq, entry.message);
    marks = landmarks(marks, entry);
    placed[entry.seq] = entry;
    next = entry.seq + 1;
  }
  yield 'long-step';
  const log = elsewhere.length === 0 ? new EntryLog(placed) : new ForkedLog(entries, elsewhere);
  return { ...marks, log, length, openUnit };
}

/** Transcripts made before the event that asks for them, by the list of entries. */
const madeAhead = new WeakMap<
  readonly Entry[],
  { readonly headId: string | null; readonly transcript: Transcript }
>();

/** Works `openedTranscript` out in steps. */
export function* openingTranscript(stored: OpenedPath): Steps<void> {
  const { entries, headId, isPartial } = stored;
  const transcript = yield* isPartial
    ? makingTranscript(entries, [])
    : findingPath(entries, headId);
  madeAhead.set(entries, { headId, transcript });
}

/** The transcript of what was read of a session; at once where `openingTranscript` has made it. */
export function openedTranscript({ entries, headId, isPartial }: OpenedPath): Transcript {
  const known = madeAhead.get(entries);
  if (known?.headId === headId) return known.transcript;
  return isPartial ? transcriptOf(entries) : transcriptAt(entries, headId);
}

/** A session as a store holds it: every entry of every branch in the order of appending, and where it ends. */
export interface StoredPath {
  readonly entries: readonly Entry[];
  readonly headId: string | null;
}

interface OpenedPath extends StoredPath {
  /** Present where others stand between its entries that are not read yet. */
  readonly isPartial?: true;
}

/**
 * The transcript of the path that ends in `headId`, of all entries of a session in the order of
 * appending; what is on no way to it stands elsewhere. Costs what the session costs.
 */
export function transcriptAt(entries: readonly Entry[], headId: string | null): Transcript {
  return runToEnd(findingPath(entries, headId));
}

/** The same in steps. */
function* findingPath(entries: readonly Entry[], headId: string | null): Steps<Transcript> {
  const byId = new Map<string, Entry>();
  for (const [index, entry] of entries.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    byId.set(entry.id, entry);
  }
  const path: Entry[] = [];
  for (let id = headId; id !== null; ) {
    if (path.length % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const entry = byId.get(id);
    if (!entry) throw new RangeError(`No entry ${id}.`);
    path.push(entry);
    id = entry.parentId;
  }
  if (path.length === entries.length) return yield* makingTranscript(entries, []);
  const onPath = new Set(path);
  yield 'long-step';
  const elsewhere = entries.filter((entry) => !onPath.has(entry));
  return yield* makingTranscript(path.reverse(), elsewhere);
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
