import { WRITE_POLICY } from '../policy/write-policy.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { unmuted } from '../records/muted.ts';
import { type WriteTime, withReview } from './new-record.ts';

/** A record of a file that anybody may have made: it comes from outside, whatever it says of itself [GRD-1]. */
export function foreignRecord(
  record: MemoryRecord,
  { nowMs, hypothesisLifeMs }: WriteTime,
): MemoryRecord {
  const { verifiedAtMs: _confirmed, releasedAtMs: _released, ...claimed } = record;
  // Nobody's file keeps what is said here out of contexts.
  const rest = unmuted(claimed);
  const confidence = Math.min(record.confidence, WRITE_POLICY.sources.external.confidence);
  const foreign = { ...rest, source: 'external', confidence, pinned: false } as const;
  return withReview(foreign, nowMs, hypothesisLifeMs);
}
