/**
 * A number of 32 bits that tells a stored value from one that was damaged since: FNV-1a over its kinds,
 * names and values. The same before and after a structured clone.
 *
 * Takes whatever can be stored; of a kind that it does not know it reads the name alone.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function checksumOf(value: unknown): number {
  return added(EMPTY_SUM, value) >>> 0;
}

/** The sum of nothing. */
export const EMPTY_SUM = 0x811c9dc5;
const PRIME = 0x01000193;

/** The sum with one more value. */
export function added(sum: number, value: unknown): number {
  switch (typeof value) {
    case 'string':
      return withText(sum ^ 1, value);
    case 'number':
      return withText(sum ^ 2, Object.is(value, -0) ? '-0' : String(value));
    case 'bigint':
      return withText(sum ^ 3, String(value));
    case 'boolean':
      return mixed(sum, value ? 4 : 5);
    case 'object':
      return value === null ? mixed(sum, 6) : withObject(sum, value);
    default:
      return mixed(sum, 7);
  }
}

function withObject(sum: number, value: object): number {
  if (Array.isArray(value)) return value.reduce(added, mixed(withLength(sum, value.length), 8));
  if (value instanceof Date) return added(mixed(sum, 9), value.getTime());
  if (value instanceof Map || value instanceof Set) return [...value].reduce(added, mixed(sum, 10));
  const bytes = bytesOf(value);
  if (bytes) return bytes.reduce(mixed, withLength(mixed(sum, 12), bytes.length));
  let next = mixed(sum, 11);
  // A session is read by the hundred thousand of these: no list is made of each name with its value.
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(fields)) next = added(withText(next, name), fields[name]);
  return next;
}

/** The bytes that a value is made of; `undefined` where it is none of bytes. */
export function bytesOf(value: object): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}

/** So many characters are added in one call: an engine changes to faster code between calls. */
export const CHARACTERS_PER_CALL = 4_096;

function withText(sum: number, text: string): number {
  let next = withLength(sum, text.length);
  for (let from = 0; from < text.length; from += CHARACTERS_PER_CALL) {
    next = withPiece(next, text, from);
  }
  return next;
}

/** The sum with the characters of a text from one on, as many as one call adds. */
export function withPiece(sum: number, text: string, from: number): number {
  const to = Math.min(text.length, from + CHARACTERS_PER_CALL);
  let next = sum;
  for (let at = from; at < to; at += 1) next = Math.imul(next ^ text.charCodeAt(at), PRIME);
  return next;
}

export function withLength(sum: number, length: number): number {
  return mixed(mixed(sum, length & 0xffff), length >>> 16);
}

export function mixed(sum: number, word: number): number {
  return Math.imul(sum ^ word, PRIME);
}
