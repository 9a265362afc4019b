import { highest } from '../focus.ts';
import type { EmbeddingModel } from '../retrieval-index.ts';
import type { Cosines } from '../signals/meaning.ts';
import { isSameModel } from './same-model.ts';

/** Documents that share one piece of memory and one stored segment. */
export const BLOCK_SIZE = 256;

/** The largest value of a number of a vector, in eight bits. */
const FULL = 127;

/** Up to so many documents every cosine is computed. */
const ALL_COSINES = 8192;
/** Beyond, those of the closest by sketch and of those that have the most of the question's words. */
const CLOSE = 2048;
/** Every so manieth document has a part in the mean. */
const MEAN_STRIDE = 61;

/** The vectors of 256 documents in a row. */
export interface VectorBlock {
  /** 1 beside each document that has a vector. */
  readonly present: Uint8Array;
  readonly values: Int8Array;
  /** The factor that gives each vector of whole numbers a length of 1. */
  readonly scales: Float32Array;
}

/** A question and the mean of all vectors, each in eight bits with the factor that gives its length. */
interface Asked {
  readonly values: Int8Array;
  readonly scale: number;
  readonly mean: Int8Array;
  readonly meanScale: number;
  /** The product of the mean with itself, and with the question. */
  readonly meanSquare: number;
  readonly withMean: number;
}

interface SketchedBlock extends VectorBlock {
  readonly sketches: Uint32Array;
}

/**
 * The vectors of one model in one dimension, in eight bits a number: a quarter of the memory for a
 * cosine that is off by less than 0.01 [RET-7]. In a large collection sketches of one bit a number
 * say which vectors are looked at.
 */
export class VectorGeneration {
  readonly model: EmbeddingModel;
  readonly dimension: number;
  readonly #blocks = new Map<number, SketchedBlock>();
  readonly #words: number;
  /** The sum of all vectors. */
  readonly #sum: Float64Array;
  #size = 0;

  constructor(model: EmbeddingModel, dimension: number) {
    this.model = model;
    this.dimension = dimension;
    this.#words = sketchWords(dimension);
    this.#sum = new Float64Array(dimension);
  }

  /** Documents that have a vector. */
  get size(): number {
    return this.#size;
  }

  /** The blocks that have been used. */
  get blocks(): readonly number[] {
    return [...this.#blocks.keys()];
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
    this.#addToSum(block, place, -1);
    block.scales[place] = quantize(vector, block.values, place * this.dimension);
    this.#sketch(block, place);
    this.#addToSum(block, place, 1);
    if (block.present[place] === 0) this.#size += 1;
    block.present[place] = 1;
  }

  delete(document: number): void {
    const block = this.#blocks.get(blockOf(document));
    const place = document % BLOCK_SIZE;
    if (block?.present[place] !== 1) return;
    this.#addToSum(block, place, -1);
    block.present[place] = 0;
    block.scales[place] = 0;
    block.values.fill(0, place * this.dimension, (place + 1) * this.dimension);
    this.#size -= 1;
  }

  /** Puts a stored block back, with the vectors of documents that are still there. */
  restore(at: number, stored: VectorBlock, isThere: (document: number) => boolean): void {
    const block = { ...stored, sketches: new Uint32Array(BLOCK_SIZE * this.#words) };
    this.#blocks.set(at, block);
    for (let place = 0; place < BLOCK_SIZE; place += 1) {
      if (block.present[place] !== 1) continue;
      this.#size += 1;
      this.#sketch(block, place);
      this.#addToSum(block, place, 1);
      const document = at * BLOCK_SIZE + place;
      if (!isThere(document)) this.delete(document);
    }
  }

  /**
   * The cosine of a question with each document, or with each that may matter where there are many.
   * Nothing where the question's vector has another dimension, or there is nothing to compare.
   *
   * @param words how much of the question's words each document has, by number.
   */
  cosines(question: Float32Array, words: Float32Array): Cosines | undefined {
    if (question.length !== this.dimension || this.#size === 0) return undefined;
    const asked = this.#centre(question);
    const isSmall = this.#size <= ALL_COSINES;
    const values = new Float32Array(words.length).fill(Number.NaN);
    const sample = isSmall ? everyNumber(words.length, 1) : everyNumber(words.length, MEAN_STRIDE);
    this.#compare(asked, sample, values);
    const mean = meanOf(values);
    if (!isSmall) {
      values.fill(Number.NaN);
      this.#compare(asked, this.#near(asked.values, words.length), values);
      this.#compare(asked, highest(words, CLOSE), values);
    }
    return { values, mean, documents: this.#size, has: (document) => this.has(document) };
  }

  /** Sets the cosines of some documents; those without a vector keep what they have. */
  #compare(
    { values, scale, mean, meanScale, meanSquare, withMean }: Asked,
    documents: ArrayLike<number>,
    cosines: Float32Array,
  ): void {
    const own = Math.sqrt(1 - 2 * withMean + meanSquare);
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at] ?? 0;
      const block = this.#blocks.get(blockOf(document));
      const place = document % BLOCK_SIZE;
      if (block?.present[place] !== 1) continue;
      const start = place * this.dimension;
      const size = block.scales[place] ?? 0;
      const product = dot(values, block.values, start) * scale * size;
      const inMean = dot(mean, block.values, start) * meanScale * size;
      const length = Math.sqrt(Math.max(0, 1 - 2 * inMean + meanSquare));
      const centred = product - withMean - inMean + meanSquare;
      cosines[document] = length * own > 0 ? centred / (length * own) : 0;
    }
  }

  /**
   * A question, and the mean that is taken off it and every document: the vectors of some models share
   * a direction, so that unlike texts have a cosine of 0.7. Of few documents less is taken off.
   */
  #centre(question: Float32Array): Asked {
    const values = new Int8Array(this.dimension);
    const scale = quantize(question, values, 0);
    const middle = Float32Array.from(this.#sum, (sum) => sum / (this.#size + 1));
    const meanSquare = middle.reduce((square, value) => square + value * value, 0);
    const mean = new Int8Array(this.dimension);
    const meanScale = quantize(middle, mean, 0) * Math.sqrt(meanSquare);
    const withMean = dot(values, mean, 0) * scale * meanScale;
    return { values, scale, mean, meanScale, meanSquare, withMean };
  }

  #addToSum({ values, scales }: VectorBlock, place: number, sign: number): void {
    const scale = sign * (scales[place] ?? 0);
    if (scale === 0) return;
    const start = place * this.dimension;
    for (let at = 0; at < this.dimension; at += 1) {
      this.#sum[at] = (this.#sum[at] ?? 0) + scale * (values[start + at] ?? 0);
    }
  }

  /** The documents whose sketches are closest to the question's. */
  #near(asked: Int8Array, capacity: number): readonly number[] {
    const question = new Uint32Array(this.#words);
    sketch(asked, question, 0);
    const shared = new Float32Array(capacity);
    for (const [at, { present, sketches }] of this.#blocks) {
      const start = at * BLOCK_SIZE;
      for (let place = 0; place < BLOCK_SIZE && start + place < capacity; place += 1) {
        if (present[place] !== 1) continue;
        // Two vectors at a right angle share half of their bits; those say nothing.
        const different = distance(question, sketches, place * this.#words);
        shared[start + place] = this.dimension / 2 - different;
      }
    }
    return highest(shared, CLOSE);
  }

  #sketch(block: SketchedBlock, place: number): void {
    const start = place * this.dimension;
    const vector = block.values.subarray(start, start + this.dimension);
    sketch(vector, block.sketches, place * this.#words);
  }

  #blockFor(at: number): SketchedBlock {
    let block = this.#blocks.get(at);
    if (block === undefined) {
      block = {
        present: new Uint8Array(BLOCK_SIZE),
        values: new Int8Array(BLOCK_SIZE * this.dimension),
        scales: new Float32Array(BLOCK_SIZE),
        sketches: new Uint32Array(BLOCK_SIZE * this.#words),
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

function everyNumber(below: number, stride: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(below / stride) }, (_, at) => at * stride);
}

function meanOf(cosines: Float32Array): number {
  let sum = 0;
  let known = 0;
  for (const cosine of cosines) {
    if (Number.isNaN(cosine)) continue;
    sum += cosine;
    known += 1;
  }
  return known === 0 ? 0 : sum / known;
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

/** Bits in a word of a sketch. */
const WORD_BITS = 32;

/** Words of 32 bits that hold a bit for each number of a vector. */
function sketchWords(dimension: number): number {
  return Math.ceil(dimension / WORD_BITS);
}

/**
 * Sketches a vector: one bit a number, whether it is above 0. How many bits two sketches share says
 * roughly how small the angle between their vectors is, at a thirtieth of the work.
 */
function sketch(values: Int8Array, into: Uint32Array, at: number): void {
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
function distance(a: Uint32Array, b: Uint32Array, offset: number): number {
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

/** The vectors of an index, by the model that made them: two generations while one replaces the other. */
export class VectorGenerations {
  readonly #generations: VectorGeneration[] = [];

  get all(): readonly VectorGeneration[] {
    return this.#generations;
  }

  /** The vectors of a model. */
  of(model: EmbeddingModel): VectorGeneration | undefined {
    return this.#generations.find((generation) => isSameModel(generation.model, model));
  }

  has(model: EmbeddingModel, document: number): boolean {
    return this.of(model)?.has(document) === true;
  }

  /** A vector of another dimension than the model's earlier ones begins the model's vectors again. */
  set(model: EmbeddingModel, document: number, vector: Float32Array): void {
    let generation = this.of(model);
    if (generation !== undefined && generation.dimension !== vector.length) {
      this.drop(generation);
      generation = undefined;
    }
    if (generation === undefined) {
      generation = new VectorGeneration(model, vector.length);
      this.#generations.push(generation);
    }
    generation.set(document, vector);
  }

  restore(generation: VectorGeneration): void {
    this.#generations.push(generation);
  }

  drop(generation: VectorGeneration): void {
    const at = this.#generations.indexOf(generation);
    if (at >= 0) this.#generations.splice(at, 1);
  }

  /** Lets go of a model's vectors where they have another dimension than it makes now; gives them. */
  retireOtherDimension(model: EmbeddingModel, dimension: number): readonly VectorGeneration[] {
    const generation = this.of(model);
    if (generation === undefined || generation.dimension === dimension) return [];
    this.drop(generation);
    return [generation];
  }

  /** Lets go of every generation but that of one model; gives those that went. */
  retireOthers(model: EmbeddingModel): readonly VectorGeneration[] {
    const others = this.#generations.filter((generation) => generation !== this.of(model));
    for (const other of others) this.drop(other);
    return others;
  }

  /** Takes a document's vectors away, of every model. */
  delete(document: number): void {
    for (const generation of this.#generations) generation.delete(document);
  }
}
