import { errorText } from '@agent-memory/core/internal';
import type { TextToEmbed } from '../engine.ts';
import type { Embedder, EmbeddingModel } from '../retrieval-index.ts';
import { isSameModel } from '../vectors/same-model.ts';
import { type EngineHost, type MadeVector, WorkerEndedError } from '../worker/engine-host.ts';

/** Texts that are embedded at once; a query waits for one batch at most. */
const BATCH_TEXTS = 8;
/** Batches between two writes: what a closed page has to embed again. */
const BATCHES_PER_WRITE = 8;

/**
 * Makes the vectors that documents lack, in the background.
 *
 * - Goes on where a closed page left off: a document without a vector of the present model is due.
 * - Lets go of another model's vectors once every document has one of this model [RET-7].
 * - Queries go first: no batch begins while one is embedded.
 * - Stops at a failure and says so; the next `start` tries again.
 * - A model has one dimension: another one than before is a failure, and no reason to start over.
 */
export class VectorBacklog {
  readonly #embedder: Embedder;
  readonly #host: EngineHost;
  readonly #write: () => Promise<void>;
  readonly #stopped = new AbortController();
  readonly #queries = new Set<Promise<unknown>>();
  #running: Promise<void> | undefined;
  #isDirty = false;
  #problem: string | undefined;
  /** The dimension of the vectors made here, and whose they are. */
  #made: { readonly model: EmbeddingModel; readonly dimension: number } | undefined;

  constructor(embedder: Embedder, host: EngineHost, write: () => Promise<void>) {
    this.#embedder = embedder;
    this.#host = host;
    this.#write = write;
  }

  /** Why no more vectors are made; nothing while all is well. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The dimension in which documents were embedded since the page began; nothing where none was. */
  dimensionOf(model: EmbeddingModel): number | undefined {
    return this.#made && isSameModel(this.#made.model, model) ? this.#made.dimension : undefined;
  }

  /** Begins, or has what is running look again; resolves when no document is due, or at a failure. */
  start(): Promise<void> {
    this.#isDirty = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Lets a query go before the next batch. */
  ahead<Result>(query: Promise<Result>): Promise<Result> {
    this.#queries.add(query);
    const forget = () => void this.#queries.delete(query);
    query.then(forget, forget);
    return query;
  }

  stop(): void {
    this.#stopped.abort(new Error('The index was closed.'));
  }

  async #run(): Promise<void> {
    try {
      while (this.#isDirty && !this.#stopped.signal.aborted) {
        this.#isDirty = false;
        await this.#embedAll();
      }
      this.#problem = undefined;
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      this.#problem =
        error instanceof WorkerEndedError
          ? error.message
          : `The embedder gave no vectors, and some documents are found by words alone: ${errorText(error)} The next document that is added tries again.`;
    }
  }

  async #embedAll(): Promise<void> {
    const { documents } = await this.#host.count(undefined);
    if (documents === 0) return;
    const model = await this.#model();
    for (let batches = 1; !this.#stopped.signal.aborted; batches += 1) {
      const texts = await this.#host.withoutVector(model, BATCH_TEXTS);
      if (texts.length === 0) break;
      await Promise.allSettled(this.#queries);
      await this.#host.setVectors(model, await this.#embed(texts, model));
      if (batches % BATCHES_PER_WRITE === 0) await this.#write();
    }
    if (this.#stopped.signal.aborted) return;
    await this.#host.retireOthers(model);
    await this.#write();
  }

  /** Some embedders know their model once it was loaded, and `embed` loads it. */
  async #model(): Promise<EmbeddingModel> {
    if (this.#embedder.model === undefined) {
      await this.#embedder.embed([''], { purpose: 'passage', signal: this.#stopped.signal });
    }
    return modelOf(this.#embedder);
  }

  async #embed(
    texts: readonly TextToEmbed[],
    model: EmbeddingModel,
  ): Promise<readonly MadeVector[]> {
    const vectors = await this.#embedder.embed(
      texts.map(({ text }) => text),
      { purpose: 'passage', signal: this.#stopped.signal },
    );
    if (isOneForAll(vectors, texts)) throw new Error('It gives one vector for whatever text.');
    return texts.map((text, at) => {
      const values = vectors[at];
      if (!isVector(values)) throw new Error('It gave no usable vector for a text.');
      this.#checkDimension(model, values.length);
      return { ...text, values };
    });
  }

  /** Vectors of two dimensions would take each other's place without end. */
  #checkDimension(model: EmbeddingModel, dimension: number): void {
    const made = this.dimensionOf(model) ?? dimension;
    if (made !== dimension) {
      throw new Error(`It gave vectors of ${made} and of ${dimension} numbers under one name.`);
    }
    this.#made = { model, dimension };
  }
}

/** Whether an embedder's answer is a vector: numbers, at least one of them not 0. */
export function isVector(values: Float32Array | undefined): values is Float32Array {
  if (!(values instanceof Float32Array) || values.length === 0) return false;
  return values.every(Number.isFinite) && values.some((value) => value !== 0);
}

/** Whether a whole batch of texts with different letters has the same vector: it says nothing, and finds anything. */
function isOneForAll(vectors: readonly Float32Array[], texts: readonly TextToEmbed[]): boolean {
  const [first] = vectors;
  const isFirst = (vector: Float32Array) => vector.every((value, at) => value === first?.[at]);
  const different = new Set(texts.map(({ text }) => text.replace(/\P{L}/gu, ''))).size;
  return different >= BATCH_TEXTS && vectors.every(isFirst);
}

/** @throws Error where an embedder has not learnt yet which model it is. */
export function modelOf({ model }: Embedder): EmbeddingModel {
  if (model === undefined) throw new Error('It does not say which model it is.');
  return { id: model.id, version: model.version };
}
