import type { AbortSignalLike } from '@agent-memory/core';
import { eachInSteps, inSlices } from '@agent-memory/core/internal';
import { loadCheck } from '../guard/load-check.ts';
import type { KnownRecord } from '../records/standing.ts';
import { ordersIn } from './held-record.ts';

/** Records as they may go out, and the ids of those that read like orders to the assistant. */
export interface SiftedRecords {
  readonly records: readonly KnownRecord[];
  readonly heldIds: readonly string[];
}

/**
 * Looks at records once more as they go out: older code, another app or a file may have let them in
 * [GRD-1]. The user's own and what passed a review are not asked for again. Without the code of the check
 * the user's own go out as they are: each was looked at when it was written, but for its author.
 */
export async function withoutOrders(
  records: readonly KnownRecord[],
  { signal }: { readonly signal?: AbortSignalLike | undefined } = {},
): Promise<SiftedRecords> {
  const check = await loadCheck().catch(() => undefined);
  const heldIds = new Set<string>();
  const looks = eachInSteps(records, ({ record, saidBy }) => {
    const isOfOther = saidBy !== undefined;
    const isHeld = check ? ordersIn(check, record, isOfOther).length > 0 : isOfOther;
    if (isHeld) heldIds.add(record.id);
  });
  await inSlices(looks, { signal });
  if (heldIds.size === 0) return { records, heldIds: [] };
  return {
    records: records.filter(({ record }) => !heldIds.has(record.id)),
    heldIds: [...heldIds],
  };
}
