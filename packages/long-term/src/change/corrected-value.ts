import type { JsonValue, MemoryRecord } from '../records/memory-record.ts';

/**
 * The value of an identifier whose text was put right: where the new text is the old one with something
 * else in the place of the value ("the invoice is INV-1", "the invoice is INV-2"). `undefined`: the text
 * does not surely say it, and the value that was known may be wrong now.
 */
export function correctedValue(
  { kind, text: before, value }: MemoryRecord,
  text: string,
): JsonValue | undefined {
  if (kind !== 'identifier' || (typeof value !== 'string' && typeof value !== 'number')) {
    return undefined;
  }
  const [ahead, behind, ...more] = before.split(String(value));
  if (ahead === undefined || behind === undefined || more.length > 0) return undefined;
  const said = text.trim();
  const isSameSentence = said.startsWith(ahead) && said.endsWith(behind);
  const found = isSameSentence ? said.slice(ahead.length, said.length - behind.length) : '';
  if (found === '' || wordsIn(found) !== wordsIn(String(value))) return undefined;
  if (typeof value === 'string') return found;
  return String(Number(found)) === found ? Number(found) : undefined;
}

/** More words than the value had may say something about it: "INV-1 of May". */
function wordsIn(text: string): number {
  return text.trim().split(/\s+/u).length;
}
