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
/** Fields counted between two pauses. */
const FIELDS_PER_SLICE = 65_536;
const EMPTY = 0;
const BLANK = 0x20;
const LINE_FEED = 0x0a;

/**
 * Builds the table from js-tiktoken's `bpe_ranks`: lines of `<marker> <first rank> <base64> …`,
 * ranks rising from token to token. Tokens are numbered in the order in which they stand there,
 * since merging needs their order only.
 *
 * An open hash over typed arrays instead of a `Map`: about a tenth of the memory and of the time
 * to build it, and a lookup needs no string for its key.
 */
export async function buildRankTable(ranks: string, pause?: Pause): Promise<RankTable> {
  const builder = new RankTableBuilder(ranks, await countFields(ranks, pause));
  await pause?.();
  let tokens = TOKENS_OF_FIRST_SLICE;
  while (!builder.addTokens(tokens)) {
    await pause?.();
    tokens = Math.min(2 * tokens, TOKENS_PER_SLICE);
  }
  return builder;
}

class RankTableBuilder implements RankTable {
  readonly #ranks: string;
  #at = 0;
  #count = 0;
  #longest = 0;
  /** Bytes of all tokens, one behind the other; token n is `#pool[#starts[n], #starts[n + 1])`. */
  readonly #pool: Uint8Array;
  readonly #starts: Uint32Array;
  /** Token number + 1 by hash, or `EMPTY`; the next free slot is taken on a collision. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  /** @param most fields of the ranks, of which some are no tokens. */
  constructor(ranks: string, most: number) {
    this.#ranks = ranks;
    this.#pool = new Uint8Array(Math.ceil((ranks.length * 3) / 4));
    this.#starts = new Uint32Array(most + 1);
    const slots = 2 ** Math.ceil(Math.log2(most * 2 + 1));
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

  /** Adds up to `most` tokens; true when there are no more. */
  addTokens(most: number): boolean {
    const stop = this.#count + most;
    while (this.#at < this.#ranks.length && this.#count < stop) {
      const isLineStart = this.#at === 0 || this.#ranks.charCodeAt(this.#at - 1) === LINE_FEED;
      if (isLineStart) this.#skipLineHead();
      else this.#addToken();
    }
    return this.#at >= this.#ranks.length;
  }

  /** Steps over the marker and the first rank of a line, or over an empty line. */
  #skipLineHead(): void {
    for (let fields = 0; fields < 2 && this.#at < this.#ranks.length; this.#at += 1) {
      const code = this.#ranks.charCodeAt(this.#at);
      if (code === BLANK) fields += 1;
      if (code === LINE_FEED) fields = 2;
    }
  }

  #addToken(): void {
    const start = this.#starts[this.#count] as number;
    const end = this.#decodeField(start);
    if (end === start) return;
    this.#longest = Math.max(this.#longest, end - start);
    this.#starts[this.#count + 1] = end;
    let slot = hashOf(this.#pool, start, end) & this.#mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & this.#mask;
    this.#count += 1;
    this.#slots[slot] = this.#count;
  }

  /** Decodes base64 up to the next separator into the pool, steps over it, gives the pool's end. */
  #decodeField(start: number): number {
    let end = start;
    let bits = 0;
    let held = 0;
    while (this.#at < this.#ranks.length) {
      const code = this.#ranks.charCodeAt(this.#at++);
      if (code === BLANK || code === LINE_FEED) break;
      const value = BASE64[code] as number;
      if (value < 0) continue;
      held = (held << 6) | value;
      bits += 6;
      if (bits < 8) continue;
      bits -= 8;
      this.#pool[end++] = (held >> bits) & 0xff;
    }
    return end;
  }
}

/** Value of each base64 character by its code; -1 for padding and all else. */
const BASE64 = (() => {
  const values = new Int8Array(128).fill(-1);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let value = 0; value < alphabet.length; value += 1) {
    values[alphabet.charCodeAt(value)] = value;
  }
  return values;
})();

async function countFields(ranks: string, pause: Pause): Promise<number> {
  let fields = 1;
  for (let at = ranks.indexOf(' '); at >= 0; at = ranks.indexOf(' ', at + 1)) {
    fields += 1;
    if (fields % FIELDS_PER_SLICE === 0) await pause?.();
  }
  return fields;
}

/** Hash of `bytes[start, end)` (FNV-1a, with the high bits folded in, since slots take the low ones). */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
