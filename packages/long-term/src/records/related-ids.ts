import type { MemoryRecord } from './memory-record.ts';

/** The records that one corrects. */
export function correctedIds({
  supersedes,
  alsoSupersedes = [],
}: Pick<MemoryRecord, 'supersedes' | 'alsoSupersedes'>): readonly string[] {
  return supersedes === undefined ? alsoSupersedes : [supersedes, ...alsoSupersedes];
}

/** A record's own id and those of all that it names: what it corrects, and what corrects it. */
export function relatedIds(record: MemoryRecord): readonly string[] {
  const { id, supersededBy } = record;
  const ids = [id, ...correctedIds(record)];
  return supersededBy === undefined ? ids : [...ids, supersededBy];
}
