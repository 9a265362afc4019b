import type { Steps } from '../platform/steps.ts';
import {
  added,
  bytesOf,
  CHARACTERS_PER_CALL,
  EMPTY_SUM,
  mixed,
  withLength,
  withPiece,
} from './checksum.ts';

/** Whether a value is so small that its checksum can be added up at once. */
export function isLight(value: unknown): boolean {
  return roomBeside(value, ROOM) > 0;
}

/**
 * The checksum of a value, added up in steps: a page does not stand still while that is done with eight
 * million characters. What is added is the same, and in the same order, as in `checksumOf`.
 */
export function* checksumInSteps(value: unknown): Steps<number> {
  return (yield* adding(EMPTY_SUM, value)) >>> 0;
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
