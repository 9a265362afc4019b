import type { MemoryRecord } from '../records/memory-record.ts';

/**
 * When records of tests were written, in milliseconds since 1970.
 *
 * @example
 * const later = aRecord({ id: 'tea', createdAtMs: START_MS + 1000 });
 */
export const START_MS = Date.UTC(2026, 0, 5, 9);

/**
 * A record with the fields that a test cares about.
 *
 * @example
 * const record = aRecord({ id: 'tea', text: 'Ada drinks tea.' });
 */
export function aRecord(fields: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id: 'record',
    revision: 1,
    namespace: 'user:ada',
    type: 'user',
    kind: 'fact',
    text: 'Ada lives in Paris.',
    source: 'user_stated',
    confidence: 1,
    confidenceAtMs: START_MS,
    evidence: [],
    createdAtMs: START_MS,
    updatedAtMs: START_MS,
    uses: 0,
    validFromMs: START_MS,
    pinned: false,
    metadata: {},
    ...fields,
  };
}
