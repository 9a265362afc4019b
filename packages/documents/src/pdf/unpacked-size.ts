import type { AbortSignalLike } from '@agent-memory/core';
import { throwIfAborted } from '@agent-memory/core/internal';

const KEYWORD = [...'stream'].map((character) => character.charCodeAt(0));
const LINE_FEED = 10;
const RETURN = 13;
/** Packed data may be packed again; a bomb is small by that. */
const DEEPEST = 4;
const GIVEN_AT_ONCE = 16 * 1024;

/**
 * Whether the packed streams of a PDF unpack to more than a limit, all together. They are unpacked a piece at
 * a time and nothing is kept, whatever the file says of their filters and lengths; packed data in packed data
 * is followed.
 */
export async function unpacksBeyond(
  bytes: Uint8Array,
  maxBytes: number,
  signal: AbortSignalLike,
): Promise<boolean> {
  const room = { left: maxBytes };
  for (const start of streamStarts(bytes)) {
    if (!isPacked(bytes.subarray(start, start + 2))) continue;
    await unpack(partsOf(bytes, start), room, 1, signal);
    if (room.left < 0) return true;
  }
  return false;
}

function* streamStarts(bytes: Uint8Array): Generator<number, void> {
  const [first = 0] = KEYWORD;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (!KEYWORD.every((code, index) => bytes[at + index] === code)) continue;
    let start = at + KEYWORD.length;
    if (bytes[start] === RETURN) start += 1;
    if (bytes[start] === LINE_FEED) start += 1;
    if (start > at + KEYWORD.length) yield start;
  }
}

/** The two bytes that data of zlib begin with. */
function isPacked([method, check]: Uint8Array): boolean {
  return (
    method !== undefined &&
    check !== undefined &&
    (method & 0x0f) === 8 &&
    (method * 256 + check) % 31 === 0
  );
}

/** The bytes from a place on, without an end: packed data says itself where it ends. */
function* partsOf(bytes: Uint8Array, start: number): Generator<Uint8Array<ArrayBuffer>, void> {
  for (let at = start; at < bytes.length; at += GIVEN_AT_ONCE) {
    yield bytes.slice(at, at + GIVEN_AT_ONCE);
  }
}

interface Room {
  left: number;
}

/** Unpacks until the data ends, is damaged or leaves no room. */
async function unpack(
  parts: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
  room: Room,
  depth: number,
  signal: AbortSignalLike,
): Promise<void> {
  const unpacked = unpackedParts(parts, room, signal);
  const first = await unpacked.next();
  if (first.done) return;
  if (depth < DEEPEST && isPacked(first.value.subarray(0, 2))) {
    await unpack(chained(first.value, unpacked), room, depth + 1, signal);
    return;
  }
  for await (const _ of unpacked) {
    // Only how much there is counts, which is reckoned as it comes.
  }
}

async function* chained(
  first: Uint8Array<ArrayBuffer>,
  rest: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  yield first;
  yield* rest;
}

async function* unpackedParts(
  parts: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
  room: Room,
  signal: AbortSignalLike,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const inflate = new DecompressionStream('deflate');
  const reader = inflate.readable.getReader();
  const writer = inflate.writable.getWriter();
  const given = giveTo(writer, parts);
  try {
    for (;;) {
      throwIfAborted(signal);
      const part = await readPart(reader);
      if (part === undefined) return;
      room.left -= part.length;
      if (room.left < 0) return;
      yield part;
    }
  } finally {
    // Whether it was read to its end or not: nobody wants the rest.
    await Promise.allSettled([reader.cancel(), writer.abort(), given]);
  }
}

/** A part, or `undefined` where the data ends: behind it comes the rest of the file, which is no packed data. */
async function readPart(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return (await reader.read()).value;
  } catch {
    return undefined;
  }
}

async function giveTo(
  writer: WritableStreamDefaultWriter<BufferSource>,
  parts: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    for await (const part of parts) {
      await writer.ready;
      await writer.write(part);
    }
    await writer.close();
  } catch {
    // The reader has what there was, or wants no more of it.
  }
}
