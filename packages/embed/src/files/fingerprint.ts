/**
 * 16 hexadecimal digits that change with the content: two MurmurHash3 (32 bit) of different seeds.
 * It tells files apart and finds damaged ones; it holds against accidents, not against forgery.
 *
 * The platform's SHA-256 is missing on pages without TLS, and a version must not depend on that.
 * PERSISTED: versions of vectors and entries of the cache are made of it.
 *
 * Source: A. Appleby, MurmurHash3_x86_32 (public domain).
 */
export function fingerprint(content: Uint8Array | string): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return hash(bytes, 0x9e3779b9) + hash(bytes, 0x85ebca6b);
}

function hash(bytes: Uint8Array, seed: number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wholeBytes = bytes.length - (bytes.length % 4);
  let state = seed;
  for (let at = 0; at < wholeBytes; at += 4) {
    state = rotated(state ^ mixed(view.getUint32(at, true)), 13);
    state = (Math.imul(state, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= wholeBytes; at -= 1) rest = (rest << 8) | view.getUint8(at);
  return (finished(state ^ mixed(rest) ^ bytes.length) >>> 0).toString(16).padStart(8, '0');
}

function mixed(word: number): number {
  return Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function finished(state: number): number {
  const once = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
