import type { MemoryRecord } from '../records/memory-record.ts';
import { WRITE_POLICY } from './write-policy.ts';

/** The same words as text from outside: quoted, nobody's confirmation counts, and never surer than that is. */
export function asExternal({ verifiedAtMs: _, ...record }: MemoryRecord): MemoryRecord {
  const { confidence } = WRITE_POLICY.sources.external;
  return {
    ...record,
    type: 'reference',
    source: 'external',
    confidence: Math.min(record.confidence, confidence),
  };
}
