/** PERSISTED: opens every segment. */
const MAGIC = 0x474d4d41;
/** PERSISTED: grows when the layout of segments changes; segments of another version are not read. */
const SEGMENT_VERSION = 1;

const HEAD_BYTES = 16;

/** A segment taken apart: a header of plain data, and bytes behind it. */
export interface SegmentParts {
  readonly header: unknown;
  readonly body: Uint8Array;
}

/**
 * Puts a segment together:
 *
 *     magic | version | checksum of the rest | bytes of the header | header as JSON | padding to 4 | body
 */
export function sealSegment(header: unknown, body: readonly ArrayBufferView[] = []): ArrayBuffer {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const start = paddedTo4(HEAD_BYTES + json.length);
  const size = body.reduce((sum, { byteLength }) => sum + byteLength, start);
  const buffer = new ArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  bytes.set(json, HEAD_BYTES);
  let at = start;
  for (const view of body) {
    bytes.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), at);
    at += view.byteLength;
  }
  const head = new DataView(buffer);
  head.setUint32(0, MAGIC, true);
  head.setUint32(4, SEGMENT_VERSION, true);
  head.setUint32(12, json.length, true);
  head.setUint32(8, checksumOf(bytes.subarray(12)), true);
  return buffer;
}

/** Takes a segment apart; nothing where it is damaged, cut off or of another version. */
export function openSegment(buffer: ArrayBuffer): SegmentParts | undefined {
  if (buffer.byteLength < HEAD_BYTES) return undefined;
  const head = new DataView(buffer);
  if (head.getUint32(0, true) !== MAGIC || head.getUint32(4, true) !== SEGMENT_VERSION) {
    return undefined;
  }
  const bytes = new Uint8Array(buffer);
  if (head.getUint32(8, true) !== checksumOf(bytes.subarray(12))) return undefined;
  const end = HEAD_BYTES + head.getUint32(12, true);
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, end)));
    return { header, body: bytes.subarray(paddedTo4(end)) };
  } catch {
    // The checksum held, so the bytes are as they were written; another program wrote them.
    return undefined;
  }
}

function paddedTo4(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

/** FNV-1a over words of four bytes: finds damage, and is no protection against forgery. */
function checksumOf(bytes: Uint8Array): number {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let hash = 0x811c9dc5;
  // By place: a fresh worker goes through an iterator of typed arrays ten times slower.
  for (let at = 0; at < words.length; at += 1) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x01000193);
  }
  for (let at = words.length * 4; at < bytes.length; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  }
  return hash >>> 0;
}
