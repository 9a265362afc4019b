import type { Steps } from '@agent-memory/core/internal';

/**
 * A number of 32 bits that tells a stored value from one that was damaged since: FNV-1a over its kinds,
 * names and values. The same before and after a structured clone. It is added up in steps: a page does not
 * stand still while that is done with eight million characters.
 *
 * Takes whatever can be stored; of a kind that it does not know it reads the name alone.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function* checksumOf(value: unknown): Steps<number> {
  return (yield* adding(EMPTY_SUM, value)) >>> 0;
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

/** The bytes that a value is made of; `undefined` where it is not one of bytes. */
function bytesOf(value: object): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}

/** So many characters are added in one call: an engine changes to faster code between calls. */
const CHARACTERS_PER_CALL = 4_096;

function withText(sum: number, text: string): number {
  let next = withLength(sum, text.length);
  for (let from = 0; from < text.length; from += CHARACTERS_PER_CALL) {
    next = withPiece(next, text, from);
  }
  return next;
}

/** The sum with the characters of a text from one on, as many as one call adds. */
function withPiece(sum: number, text: string, from: number): number {
  const to = Math.min(text.length, from + CHARACTERS_PER_CALL);
  let next = sum;
  for (let at = from; at < to; at += 1) next = Math.imul(next ^ text.charCodeAt(at), PRIME);
  return next;
}

function withLength(sum: number, length: number): number {
  return mixed(mixed(sum, length & 0xffff), length >>> 16);
}

function mixed(sum: number, word: number): number {
  return Math.imul(sum ^ word, PRIME);
}

/** Whether a value is so small that its checksum can be added up at once. */
function isLight(value: unknown): boolean {
  return roomBeside(value, ROOM) > 0;
}

/** A value that leaves some of this room is added at once. */
const ROOM = 16_384;
/** A value takes so much of it, and more for each of its characters or bytes. */
const ROOM_OF_VALUE = 8;

function* adding(sum: number, value: unknown): Steps<number> {
  yield;
  if (isLight(value)) return added(sum, value);
  if (typeof value === 'string') return yield* addingText(sum ^ 1, value);
  return typeof value === 'object' && value !== null
    ? yield* addingObject(sum, value)
    : added(sum, value);
}

/** The room that a value leaves; it is looked into no further than until there is none. */
function roomBeside(value: unknown, room: number): number {
  if (typeof value === 'string') return room - ROOM_OF_VALUE - value.length;
  if (typeof value !== 'object' || value === null) return room - ROOM_OF_VALUE;
  const bytes = bytesOf(value);
  if (bytes) return room - ROOM_OF_VALUE - bytes.length;
  let left = room - ROOM_OF_VALUE;
  const items = itemsOf(value);
  if (items) {
    for (let at = 0; at < items.length && left > 0; at += 1) left = roomBeside(items[at], left);
    return left;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  // Unlike `Object.keys` it makes no list of the names; one that is inherited only takes room.
  for (const name in fields) {
    if (left <= 0) break;
    left = roomBeside(fields[name], left - name.length);
  }
  return left;
}

function* addingObject(sum: number, value: object): Steps<number> {
  const bytes = bytesOf(value);
  if (bytes) return yield* addingBytes(withLength(mixed(sum, 12), bytes.length), bytes);
  if (Array.isArray(value)) {
    return yield* addingItems(mixed(withLength(sum, value.length), 8), value);
  }
  const items = itemsOf(value);
  if (items) return yield* addingItems(mixed(sum, 10), items);
  let next = mixed(sum, 11);
  for (const [name, field] of Object.entries(value)) {
    next = yield* adding(yield* addingText(next, name), field);
  }
  return next;
}

function* addingItems(sum: number, items: readonly unknown[]): Steps<number> {
  let next = sum;
  for (const index of items.keys()) {
    // Nothing is added for a gap.
    if (index in items) next = yield* adding(next, items[index]);
  }
  return next;
}

function* addingText(sum: number, text: string): Steps<number> {
  let next = withLength(sum, text.length);
  for (let from = 0; from < text.length; from += CHARACTERS_PER_CALL) {
    next = withPiece(next, text, from);
    yield;
  }
  return next;
}

function* addingBytes(sum: number, bytes: Uint8Array): Steps<number> {
  let next = sum;
  for (let from = 0; from < bytes.length; from += CHARACTERS_PER_CALL) {
    next = bytes.subarray(from, from + CHARACTERS_PER_CALL).reduce(mixed, next);
    yield;
  }
  return next;
}

/** The items of a list, a map or a set. */
function itemsOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Map || value instanceof Set ? [...value] : undefined;
}
