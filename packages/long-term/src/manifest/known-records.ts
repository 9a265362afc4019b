import type { AbortSignalLike } from '@agent-memory/core';
import type { LongTermMemory, MemoryFilter } from '../memory/long-term-memory.ts';
import { mutedTwin } from '../records/muted.ts';
import type { KnownRecord } from '../records/standing.ts';

const PAGE = 200;

/**
 * Records that hold and may be recalled, newest first, so many at most: none that is marked against recall,
 * and none that says the same as one.
 */
export async function knownRecords(
  longTerm: Pick<LongTermMemory, 'list'>,
  {
    filter = {},
    most,
    signal,
  }: {
    readonly filter?: MemoryFilter;
    readonly most: number;
    readonly signal?: AbortSignalLike | undefined;
  },
): Promise<readonly KnownRecord[]> {
  const records: KnownRecord[] = [];
  let after: string | undefined;
  do {
    const page = await longTerm.list(filter, {
      limit: PAGE,
      ...(after !== undefined && { after }),
      ...(signal && { signal }),
    });
    records.push(...page.items);
    after = page.next;
  } while (after !== undefined && records.length < most);
  const marked = records.map(({ record }) => record).filter(({ muted }) => muted === true);
  return records
    .filter(({ record }) => record.muted !== true && !mutedTwin(record, marked))
    .slice(0, most);
}
