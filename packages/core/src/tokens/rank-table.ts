/** The byte sequences of an encoding and their merge order. */
export interface RankTable {
  /**
   * Place in the merge order of `bytes[start, end)`, lower merges first; -1 if it is no token.
   */
  rankOf(bytes: Uint8Array, start: number, end: number): number;
}

/** Awaited between two slices of the work, so that a page stays responsive. */
type Pause = (() => Promise<void>) | undefined;

/** Tokens put into the table between two pauses: about two milliseconds on a desktop. */
const TOKENS_PER_SLICE = 8_192;
/** Those of the first slice, when the engine has compiled nothing yet; each one takes twice as many. */
const TOKENS_OF_FIRST_SLICE = 1_024;
const EMPTY = 0;

/**
 * Builds the table from js-tiktoken's `bpe_ranks`: lines of `<marker> <first rank> <base64> …`,
 * ranks rising from token to token. Tokens are numbered in the order in which they stand there,
 * since merging needs their order only.
 *
 * An open hash over typed arrays instead of a `Map`: about a tenth of the memory and of the time
 * to build it, and a lookup needs no string for its key.
 */
export async function buildRankTable(ranks: string, pause?: Pause): Promise<RankTable> {
  const tokens = ranks.split('\n').flatMap((line) => line.split(' ').slice(2));
  // Core is compiled without the types of any platform.
  const { atob } = globalThis as unknown as { readonly atob: (base64: string) => string };
  const table = new RankTableBuilder(tokens.length, Math.ceil((ranks.length * 3) / 4));
  let most = TOKENS_OF_FIRST_SLICE;
  for (let at = 0; at < tokens.length; most = Math.min(2 * most, TOKENS_PER_SLICE)) {
    await pause?.();
    for (const token of tokens.slice(at, at + most)) if (token !== '') table.add(atob(token));
    at += most;
  }
  return table;
}

class RankTableBuilder implements RankTable {
  #count = 0;
  #longest = 0;
  /** Bytes of all tokens, one behind the other; token n is `#pool[#starts[n], #starts[n + 1])`. */
  readonly #pool: Uint8Array;
  readonly #starts: Uint32Array;
  /** Token number + 1 by hash, or `EMPTY`; the next free slot is taken on a collision. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(tokens: number, bytes: number) {
    this.#pool = new Uint8Array(bytes);
    this.#starts = new Uint32Array(tokens + 1);
    const slots = 2 ** Math.ceil(Math.log2(tokens * 2 + 1));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  rankOf(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.#longest) return -1;
    let slot = hashOf(bytes, start, end) & this.#mask;
    for (;;) {
      const token = (this.#slots[slot] as number) - 1;
      if (token < 0) return -1;
      if (this.#isToken(token, bytes, start, length)) return token;
      slot = (slot + 1) & this.#mask;
    }
  }

  #isToken(token: number, bytes: Uint8Array, start: number, length: number): boolean {
    const at = this.#starts[token] as number;
    if ((this.#starts[token + 1] as number) - at !== length) return false;
    for (let index = 0; index < length; index += 1) {
      if (this.#pool[at + index] !== bytes[start + index]) return false;
    }
    return true;
  }

  /** @param bytes a character for each. */
  add(bytes: string): void {
    const start = this.#starts[this.#count] as number;
    const end = start + bytes.length;
    for (let at = 0; at < bytes.length; at += 1) this.#pool[start + at] = bytes.charCodeAt(at);
    this.#longest = Math.max(this.#longest, bytes.length);
    this.#starts[this.#count + 1] = end;
    let slot = hashOf(this.#pool, start, end) & this.#mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & this.#mask;
    this.#count += 1;
    this.#slots[slot] = this.#count;
  }
}

/** Hash of `bytes[start, end)` (FNV-1a, with the high bits folded in, since slots take the low ones). */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
