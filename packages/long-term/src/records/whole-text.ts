import type { JsonValue, MemoryRecord } from './memory-record.ts';

/** Everything of a statement that a model may come to read. */
export function wholeText({
  text,
  subject,
  key,
  aliases = [],
  value,
}: Pick<MemoryRecord, 'text' | 'subject' | 'key' | 'aliases' | 'value'>): string {
  const valueText = textOfValue(value);
  const parts = [text, subject, key, ...aliases, text.includes(valueText) ? undefined : valueText];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function textOfValue(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
