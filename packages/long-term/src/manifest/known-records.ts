import type { AbortSignalLike } from '@agent-memory/core';
import type { LongTermMemory } from '../memory/long-term-memory.ts';
import { pagesOf } from '../memory/pages.ts';
import { mutedTwin } from '../records/muted.ts';
import type { KnownRecord } from '../records/standing.ts';

const PAGE = 200;

/**
 * Records that hold and may be recalled, newest first, so many at most: none that is marked against recall,
 * and none that says the same as one.
 */
export async function knownRecords(
  longTerm: Pick<LongTermMemory, 'list'>,
  { most, signal }: { readonly most: number; readonly signal?: AbortSignalLike | undefined },
): Promise<readonly KnownRecord[]> {
  const records: KnownRecord[] = [];
  for await (const items of pagesOf((at) => longTerm.list({}, { limit: PAGE, signal, ...at }))) {
    records.push(...items);
    if (records.length >= most) break;
  }
  const marked = records.flatMap(({ record, saidBy }) =>
    record.muted === true && saidBy === undefined ? [record] : [],
  );
  return records
    .filter(({ record }) => record.muted !== true && !mutedTwin(record, marked))
    .slice(0, most);
}
