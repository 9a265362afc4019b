import type { AbortSignalLike, Entry } from '@agent-memory/core';
import { knownRecords } from '../../manifest/known-records.ts';
import { manifestText } from '../../manifest/manifest-text.ts';
import type { LongTermMemory, MemoryPause } from '../../memory/long-term-memory.ts';
import { withoutOrders } from '../../quarantine/without-orders.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import type { Findings } from '../candidate.ts';
import { findByPatterns } from '../find/find-by-patterns.ts';
import { type ForgetRequest, forgetRequestsIn } from '../find/forget-requests.ts';
import { type ReadableEntry, readableEntries } from '../find/readable-entry.ts';
import { announcesNext } from '../find/words-of-others.ts';
import { findByModel, type ModelCalls } from '../model/find-by-model.ts';
import type { Work } from './work.ts';

/** Records that a model is told about, and that candidates are compared with. */
export const MOST_KNOWN = 200;
/** All that was found in a pass, and how far it read. */
export interface FoundInWork {
  readonly findings: Findings;
  readonly requests: readonly ForgetRequest[];
  /** How many of the new entries were read. */
  readonly count: number;
  readonly steps: number;
  readonly known: readonly MemoryRecord[];
}

/** Reads what is known and the messages, and has the extractor find what is worth keeping. */
export async function findInWork(
  { entries, before: earlier, read: unread }: Work,
  longTerm: LongTermMemory,
  byModel: ModelCalls | undefined,
  signal: AbortSignalLike,
): Promise<FoundInWork> {
  const pauses = await longTerm.pauses({ signal });
  const read = saidOutside(pauses, unread);
  const before = readableEntries(saidOutside(pauses, earlier));
  const readable = withoutAnnounced(readableEntries(read), before);
  if (!byModel || read.length === 0) {
    const requests = requestsIn(readable, before);
    const findings = withSilent(findByPatterns(readable, before), readable, requests);
    return { findings, requests, count: entries.length, steps: 2, known: [] };
  }
  const all = await knownRecords(longTerm, { most: MOST_KNOWN, signal });
  const { records: known } = await withoutOrders(all, { signal });
  const work = { entries: readable, before, known: manifestText(known).text };
  const found = await findByModel(work, byModel, signal);
  const last = read[found.read - 1];
  const isPart = found.read < read.length && last !== undefined;
  const seen = readable.slice(0, found.read);
  const requests = requestsIn(seen, before);
  return {
    findings: withSilent(found, seen, requests),
    requests,
    count: isPart ? entries.indexOf(last) + 1 : entries.length,
    steps: 2 + found.questions,
    known: known.filter(({ saidBy }) => saidBy === undefined).map(({ record }) => record),
  };
}

/** What was said while memory was paused is never read [LTM-12]. */
function saidOutside(pauses: readonly MemoryPause[], entries: readonly Entry[]): readonly Entry[] {
  const isOutside = ({ createdAtMs: atMs }: Entry) =>
    pauses.every(({ fromMs, toMs = Infinity }) => atMs < fromMs || atMs >= toMs);
  return entries.filter(isOutside);
}

/** A message that gave nothing and was refused nothing says so. */
function withSilent(
  { candidates, refused }: Findings,
  read: readonly ReadableEntry[],
  requests: readonly ForgetRequest[],
): Findings {
  const heard = new Set([
    ...candidates.flatMap(({ spans }) => spans.map(({ entryId }) => entryId)),
    ...refused.flatMap(({ entryIds }) => entryIds),
    ...requests.map(({ entryId }) => entryId),
  ]);
  const silent = read.filter(({ role, entryId }) => role === 'user' && !heard.has(entryId));
  const unheard = silent.map(({ entryId }) => ({
    rule: 'NO_STATEMENT' as const,
    entryIds: [entryId],
  }));
  return { candidates, refused: [...refused, ...unheard] };
}

/** A message that the one before it announces as somebody else's has no words of its writer [GRD-1]. */
function withoutAnnounced(
  read: readonly ReadableEntry[],
  before: readonly ReadableEntry[],
): readonly ReadableEntry[] {
  let earlier = before.findLast(({ role }) => role === 'user')?.text ?? '';
  return read.map((entry) => {
    if (entry.role !== 'user') return entry;
    const isAnnounced = announcesNext(earlier);
    earlier = entry.text;
    return isAnnounced ? { ...entry, text: '' } : entry;
  });
}

function requestsIn(
  read: readonly ReadableEntry[],
  before: readonly ReadableEntry[],
): readonly ForgetRequest[] {
  return read.flatMap((entry, index) =>
    forgetRequestsIn(entry, [...before, ...read.slice(0, index)]),
  );
}
