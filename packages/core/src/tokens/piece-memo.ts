/**
 * Remembers the token counts of pieces by their bytes, within a fixed amount of memory. `hash` is
 * any whole number that the same bytes always give.
 */
export interface PieceMemo {
  /** Tokens of the piece `bytes[0, length)`, or 0 if it is not known. */
  get(bytes: Uint8Array, length: number, hash: number): number;
  set(bytes: Uint8Array, length: number, hash: number, tokens: number): void;
  clear(): void;
}

interface PieceMemoOptions {
  /** Room for the pieces' bytes, which bounds the memory whatever the pieces' lengths are. */
  readonly poolBytes?: number;
  /** Room for pieces; a power of two. */
  readonly slots?: number;
}

/** A longer piece is seldom met twice, and remembering it would push out many short ones. */
const LONGEST_PIECE_BYTES = 512;

/**
 * Bytes are copied to one pool and found by their hash, so that no piece keeps the text alive that
 * it was cut from. A piece replaces an older one with the same slot; when the pool is
 * full, everything is forgotten and remembering starts again, which costs a merge per piece once.
 * Default: 1 MiB of bytes and 65,536 pieces, about 1.8 MB in all.
 */
export function createPieceMemo({
  poolBytes = 2 ** 20,
  slots = 2 ** 16,
}: PieceMemoOptions = {}): PieceMemo {
  const mask = slots - 1;
  const pool = new Uint8Array(poolBytes);
  const starts = new Int32Array(slots);
  const lengths = new Uint16Array(slots);
  const counts = new Uint16Array(slots);
  let used = 0;

  const clear = () => {
    lengths.fill(0);
    used = 0;
  };

  return {
    clear,
    get(bytes, length, hash) {
      if (length > LONGEST_PIECE_BYTES) return 0;
      const slot = hash & mask;
      if (lengths[slot] !== length) return 0;
      const start = starts[slot] as number;
      for (let index = 0; index < length; index += 1) {
        if (pool[start + index] !== bytes[index]) return 0;
      }
      return counts[slot] as number;
    },
    set(bytes, length, hash, tokens) {
      if (length > LONGEST_PIECE_BYTES || length > poolBytes) return;
      if (used + length > poolBytes) clear();
      const slot = hash & mask;
      for (let index = 0; index < length; index += 1) pool[used + index] = bytes[index] as number;
      starts[slot] = used;
      lengths[slot] = length;
      counts[slot] = tokens;
      used += length;
    },
  };
}
