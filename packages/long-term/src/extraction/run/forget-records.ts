import { knownRecords } from '../../manifest/known-records.ts';
import type { LongTermMemory } from '../../memory/long-term-memory.ts';
import { askedFor, replacedBy, type SessionPlaces } from './choose-forgotten.ts';
import type { ForgetWork } from './extraction-state.ts';
import type { ForgottenRecord } from './report.ts';

/**
 * Forgets what the user asked to forget, and what only a replaced version of a message said. Decides by
 * the records as they stand, so that doing it once more changes nothing.
 */
export async function forgetRecords(
  longTerm: LongTermMemory,
  { requests, replacedId }: ForgetWork,
  places: SessionPlaces,
): Promise<readonly ForgottenRecord[]> {
  const known = await knownRecords(longTerm, { most: Infinity });
  const records = known.map(({ record }) => record);
  const asked = askedFor(requests, records, places);
  const replaced = replacedId === undefined ? [] : replacedBy(replacedId, records, places);
  const chosen = new Map([...replaced, ...asked].map((one) => [one.recordId, one]));
  const outcomes = await Promise.all(
    [...chosen.values()].map(async (one) => {
      const { kind } = await longTerm.forget(one.recordId);
      return kind === 'refused' ? [] : [one];
    }),
  );
  return outcomes.flat();
}
