import type { EmbeddingModel } from '../embedder.ts';
import { VectorGeneration } from './generation.ts';
import { isSameModel } from './same-model.ts';

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

  /** A vector of another dimension than the model's earlier ones begins the model's vectors anew. */
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
