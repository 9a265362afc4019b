import type { JsonValue, MemoryRecord } from './memory-record.ts';

/** Everything of a statement that a model may come to read. */
export function wholeText({
  text,
  subject,
  key,
  value,
}: Pick<MemoryRecord, 'text' | 'subject' | 'key' | 'value'>): string {
  const valueText = textOfValue(value);
  const parts = [text, subject, key, text.includes(valueText) ? undefined : valueText];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function textOfValue(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
