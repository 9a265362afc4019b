import { knownRecords } from '../../manifest/known-records.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import { askedFor, replacedBy, type SessionPlaces } from './choose-forgotten.ts';
import { draftOfRestored, endedBy, mayHoldAgain, tracesOf } from './choose-restored.ts';
import type { ForgetWork } from './extraction-state.ts';
import type { ExtractionReport, ForgottenRecord } from './report.ts';

/** The session in which something was asked or written anew, and what its passes did. */
interface SessionTraces {
  readonly places: SessionPlaces;
  readonly log: readonly ExtractionReport[];
}

/** The records that hold no more, and those that hold again. */
export interface ForgetOutcome {
  readonly forgotten: readonly ForgottenRecord[];
  readonly restored: readonly MemoryRecord[];
}

/**
 * Forgets what only a replaced version of a message said, brings back what that version had ended, and
 * forgets what the user asked to forget. Decides by the records as they stand, so that doing it once more
 * changes nothing.
 */
export async function forgetRecords(
  longTerm: LongTermMemory,
  { requests, replacedId }: ForgetWork,
  { places, log }: SessionTraces,
): Promise<ForgetOutcome> {
  const replaced =
    replacedId === undefined
      ? []
      : await forgetAll(longTerm, replacedBy(replacedId, await recordsIn(longTerm), places));
  const restored =
    replacedId === undefined ? [] : await restore(longTerm, replacedId, { places, log });
  const asked =
    requests.length === 0
      ? []
      : await forgetAll(longTerm, askedFor(requests, await recordsIn(longTerm), places));
  return { forgotten: [...replaced, ...asked], restored };
}

async function recordsIn(longTerm: LongTermMemory): Promise<readonly MemoryRecord[]> {
  const known = await knownRecords(longTerm, { most: Infinity });
  return known.map(({ record }) => record);
}

async function forgetAll(
  longTerm: LongTermMemory,
  chosen: readonly ForgottenRecord[],
): Promise<readonly ForgottenRecord[]> {
  const outcomes = await Promise.all(
    chosen.map(async (one) => {
      const { kind } = await longTerm.forget(one.recordId);
      return kind === 'refused' ? [] : [one];
    }),
  );
  return outcomes.flat();
}

/** Brings back what a replaced message had ended or asked to forget. */
async function restore(
  longTerm: LongTermMemory,
  replacedId: string,
  { places, log }: SessionTraces,
): Promise<readonly MemoryRecord[]> {
  const traces = tracesOf(replacedId, log);
  const [gone, asked] = await Promise.all([
    forgottenOf(longTerm, traces.taken),
    forgottenOf(longTerm, traces.forgotten),
  ]);
  const ended = await Promise.all(
    gone.map(async ({ id }) => endedBy(id, await longTerm.history(id), places)),
  );
  const restored: MemoryRecord[] = [];
  // One by one: each may be what the next one is held against.
  for (const record of [...ended.flat(), ...asked]) {
    if (!mayHoldAgain(record, await recordsIn(longTerm))) continue;
    const outcome = await longTerm.store(draftOfRestored(record));
    if (outcome.kind !== 'refused') restored.push(outcome.record);
  }
  return restored;
}

async function forgottenOf(
  longTerm: LongTermMemory,
  ids: readonly string[],
): Promise<readonly MemoryRecord[]> {
  const known = await Promise.all(ids.map((id) => longTerm.record(id)));
  return known.flatMap((one) => (one?.record.ended?.why === 'forgotten' ? [one.record] : []));
}
