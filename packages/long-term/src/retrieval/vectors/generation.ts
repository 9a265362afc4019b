import type { EmbeddingModel } from '../embedder.ts';

/** Documents that share one piece of memory and one stored segment. */
export const BLOCK_SIZE = 256;

/** The largest value of a number of a vector, in eight bits. */
const FULL = 127;

/** The vectors of 256 documents in a row. */
export interface VectorBlock {
  /** 1 beside each document that has a vector. */
  readonly present: Uint8Array;
  readonly values: Int8Array;
  /** What each vector's whole numbers are multiplied with to have a length of 1. */
  readonly scales: Float32Array;
}

/**
 * The vectors of one model in one dimension, in eight bits a number: a quarter of the memory for a
 * cosine that is off by less than 0.01 [RET-7].
 */
export class VectorGeneration {
  readonly model: EmbeddingModel;
  readonly dimension: number;
  readonly #blocks = new Map<number, VectorBlock>();
  #size = 0;

  constructor(model: EmbeddingModel, dimension: number) {
    this.model = model;
    this.dimension = dimension;
  }

  /** Documents that have a vector. */
  get size(): number {
    return this.#size;
  }

  has(document: number): boolean {
    return this.#blocks.get(blockOf(document))?.present[document % BLOCK_SIZE] === 1;
  }

  blockAt(block: number): VectorBlock | undefined {
    return this.#blocks.get(block);
  }

  set(document: number, vector: Float32Array): void {
    const block = this.#blockFor(blockOf(document));
    const place = document % BLOCK_SIZE;
    const scale = quantize(vector, block.values, place * this.dimension);
    block.scales[place] = scale;
    if (block.present[place] === 0) this.#size += 1;
    block.present[place] = 1;
  }

  delete(document: number): boolean {
    const block = this.#blocks.get(blockOf(document));
    const place = document % BLOCK_SIZE;
    if (block?.present[place] !== 1) return false;
    block.present[place] = 0;
    block.scales[place] = 0;
    block.values.fill(0, place * this.dimension, (place + 1) * this.dimension);
    this.#size -= 1;
    return true;
  }

  /** The blocks that have been used. */
  get blocks(): readonly number[] {
    return [...this.#blocks.keys()];
  }

  /** Puts a stored block back, with the vectors of documents that are still there. */
  restore(at: number, block: VectorBlock, isThere: (document: number) => boolean): void {
    this.#blocks.set(at, block);
    for (let place = 0; place < BLOCK_SIZE; place += 1) {
      if (block.present[place] !== 1) continue;
      this.#size += 1;
      const document = at * BLOCK_SIZE + place;
      if (!isThere(document)) this.delete(document);
    }
  }

  /** The cosine of a query with each document; `NaN` where there is no vector. */
  cosines(query: Float32Array, capacity: number): Float32Array {
    const cosines = new Float32Array(capacity).fill(Number.NaN);
    const asked = new Int8Array(this.dimension);
    const scale = quantize(query, asked, 0);
    for (const [at, block] of this.#blocks) {
      const start = at * BLOCK_SIZE;
      for (let place = 0; place < BLOCK_SIZE && start + place < capacity; place += 1) {
        if (block.present[place] !== 1) continue;
        const product = dot(asked, block.values, place * this.dimension);
        cosines[start + place] = product * scale * (block.scales[place] ?? 0);
      }
    }
    return cosines;
  }

  #blockFor(at: number): VectorBlock {
    let block = this.#blocks.get(at);
    if (block === undefined) {
      block = {
        present: new Uint8Array(BLOCK_SIZE),
        values: new Int8Array(BLOCK_SIZE * this.dimension),
        scales: new Float32Array(BLOCK_SIZE),
      };
      this.#blocks.set(at, block);
    }
    return block;
  }
}

/** The block that a document's vector is in. */
export function blockOf(document: number): number {
  return Math.floor(document / BLOCK_SIZE);
}

function quantize(vector: Float32Array, into: Int8Array, offset: number): number {
  let largest = 0;
  let squares = 0;
  for (const value of vector) {
    largest = Math.max(largest, Math.abs(value));
    squares += value * value;
  }
  const usable = largest > 0 && Number.isFinite(squares);
  const factor = usable ? FULL / largest : 0;
  for (let at = 0; at < vector.length; at += 1) {
    into[offset + at] = Math.round((vector[at] ?? 0) * factor);
  }
  return usable ? 1 / (factor * Math.sqrt(squares)) : 0;
}

function dot(a: Int8Array, b: Int8Array, offset: number): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[offset + at] ?? 0);
  return sum;
}
