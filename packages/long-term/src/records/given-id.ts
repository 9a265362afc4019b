import type { MemoryRecord } from './memory-record.ts';

/**
 * PERSISTED. The id under which a record is kept that was given one: it belongs to its namespace, so
 * that no namespace can tell by an id what another one holds [NS-1]. An id that is kept already stays.
 */
export function givenId(namespace: string, id: string): string {
  const prefix = `${namespace.replace(/%/gu, '%25').replace(/\//gu, '%2F')}/`;
  return id.startsWith(prefix) ? id : prefix + id;
}

/** A name as it is kept, so that it is found under all that it was written as. */
export function plainName(name: string): string {
  return name.toWellFormed().trim();
}

/** The records that one corrects. */
export function correctedIds({
  supersedes,
  alsoSupersedes = [],
}: Pick<MemoryRecord, 'supersedes' | 'alsoSupersedes'>): readonly string[] {
  return supersedes === undefined ? alsoSupersedes : [supersedes, ...alsoSupersedes];
}

/** A record's own id and those of all that it names: what it corrects, and what corrects it. */
export function relatedIds(record: MemoryRecord): readonly string[] {
  const { id, disputedBy = [], supersededBy } = record;
  const ids = [id, ...correctedIds(record), ...disputedBy];
  return supersededBy === undefined ? ids : [...ids, supersededBy];
}
