import type { JsonValue, MemoryRecord } from './memory-record.ts';

/** Whether extraction alone wrote a record: nobody else has stored the same. */
export function isOfExtraction({ metadata }: Pick<MemoryRecord, 'metadata'>): boolean {
  return typeof metadata.extractor === 'string';
}

/** Joined metadata: the mark of extraction stays only where both came from extraction. */
export function withSharedMark(
  joined: MemoryRecord['metadata'],
  ...records: readonly MemoryRecord[]
): Readonly<Record<string, JsonValue>> {
  if (records.every(isOfExtraction)) return joined;
  const { extractor: _, ...rest } = joined;
  return rest;
}
