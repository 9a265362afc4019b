import type { AbortSignalLike } from '@agent-memory/core';
import { knownRecords } from '../../manifest/known-records.ts';
import { manifestText } from '../../manifest/manifest-text.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import { withoutOrders } from '../../quarantine/without-orders.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import type { Findings } from '../candidate.ts';
import { findByPatterns } from '../find/find-by-patterns.ts';
import { type ForgetRequest, forgetRequestsIn } from '../find/forget-requests.ts';
import { type ReadableEntry, readableEntries } from '../find/readable-entry.ts';
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
  { entries, before: earlier, read }: Work,
  longTerm: LongTermMemory,
  byModel: ModelCalls | undefined,
  signal: AbortSignalLike,
): Promise<FoundInWork> {
  const before = readableEntries(earlier);
  const readable = readableEntries(read);
  if (!byModel || read.length === 0) {
    const requests = requestsIn(readable, before);
    const findings = findByPatterns(readable, before);
    return { findings, requests, count: entries.length, steps: 2, known: [] };
  }
  const all = await knownRecords(longTerm, { most: MOST_KNOWN, signal });
  const { records: known } = await withoutOrders(all, { signal });
  const work = { entries: readable, before, known: manifestText(known).text };
  const found = await findByModel(work, byModel, signal);
  const last = read[found.read - 1];
  const isPart = found.read < read.length && last !== undefined;
  return {
    findings: found,
    requests: requestsIn(readable.slice(0, found.read), before),
    count: isPart ? entries.indexOf(last) + 1 : entries.length,
    steps: 2 + found.questions,
    known: known.filter(({ saidBy }) => saidBy === undefined).map(({ record }) => record),
  };
}

function requestsIn(
  read: readonly ReadableEntry[],
  before: readonly ReadableEntry[],
): readonly ForgetRequest[] {
  return read.flatMap((entry, index) =>
    forgetRequestsIn(entry, [...before, ...read.slice(0, index)]),
  );
}
