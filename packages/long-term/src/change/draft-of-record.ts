import type { MemoryDraft } from '../policy/memory-draft.ts';
import type { MemoryRecord } from '../records/memory-record.ts';

/** A record as it was, under its own id: its history continues. */
export function draftOfRecord(record: MemoryRecord): MemoryDraft {
  const { id, namespace, type, kind, text, source, evidence, pinned, metadata } = record;
  const { subject, key, aliases, value, validFromMs, expiresAtMs, deadlineMs } = record;
  return {
    ...{ id, namespace, type, kind, text, source, evidence, pinned, metadata, validFromMs },
    ...(subject !== undefined && { subject }),
    ...(key !== undefined && { key }),
    ...(aliases !== undefined && { aliases }),
    ...(value !== undefined && { value }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(deadlineMs !== undefined && { deadlineMs }),
  };
}
