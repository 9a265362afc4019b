/** Bits in a word of a sketch. */
const WORD_BITS = 32;

/** Words of 32 bits that hold a bit for each number of a vector. */
export function sketchWords(dimension: number): number {
  return Math.ceil(dimension / WORD_BITS);
}

/**
 * Sketches a vector: one bit a number, whether it is above 0. How many bits two sketches share says
 * roughly how small the angle between their vectors is, at a thirtieth of the work.
 */
export function sketch(values: Int8Array, into: Uint32Array, at: number): void {
  const words = sketchWords(values.length);
  for (let word = 0; word < words; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < WORD_BITS; bit += 1) {
      const value = values[word * WORD_BITS + bit] ?? 0;
      bits = (bits << 1) | (value > 0 ? 1 : 0);
    }
    into[at + word] = bits >>> 0;
  }
}

/** The bits in which two sketches differ. */
export function distance(a: Uint32Array, b: Uint32Array, offset: number): number {
  let different = 0;
  for (let word = 0; word < a.length; word += 1) {
    different += bitsOf((a[word] ?? 0) ^ (b[offset + word] ?? 0));
  }
  return different;
}

/** How many bits are set: pairs, then fours, then bytes are added up in place. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
