import type { JsonValue, MemoryRecord } from './memory-record.ts';

type Statement = Pick<MemoryRecord, 'text' | 'subject' | 'key' | 'aliases' | 'value'>;

/** Everything of a statement that a model may come to read. */
export function wholeText(statement: Statement): string {
  return [statement.text, ...textsBeside(statement)].join('\n\n');
}

/** What a model may come to read beside the text of a statement. */
export function textsBeside({
  text,
  subject,
  key,
  aliases = [],
  value,
}: Statement): readonly string[] {
  const valueText = textOfValue(value);
  const parts = [subject, key, ...aliases, text.includes(valueText) ? undefined : valueText];
  return parts.filter((part) => part !== undefined);
}

function textOfValue(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
