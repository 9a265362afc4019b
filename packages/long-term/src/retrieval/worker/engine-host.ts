import type { EngineQuery, TextToEmbed } from '../engine.ts';
import type { Gathered } from '../gather.ts';
import type { WordNeighbourTable } from '../neighbours/word-neighbours.ts';
import type { EmbeddingModel, RetrievalDocument } from '../retrieval-index.ts';
import type { SegmentChanges } from '../segments/segment-change-log.ts';

/** The settings of an engine: plain data, so that they can be sent to a worker. */
export interface EngineSettings {
  readonly language: string;
  /** `english` stands for the table that comes with the package. */
  readonly neighbours: WordNeighbourTable | 'english' | undefined;
}

/** The findings of a search, and how much of the index it went through. */
export interface EngineAnswer extends Gathered {
  readonly documents: number;
  /** Documents that have a vector of the question's model. */
  readonly withVector: number;
  /** A sentence for each part that could not speak. */
  readonly degraded: readonly string[];
}

/** A vector for a document that still has this text. */
export interface MadeVector extends TextToEmbed {
  readonly values: Float32Array;
}

/**
 * The protocol between a page and the engine, in a worker or beside it. Only plain data goes through.
 * Calls are carried out one after another in their order.
 */
export interface EngineHost {
  /** Owed before everything else. Gives a sentence for each segment that could not be read. */
  open(
    settings: EngineSettings,
    segments: ReadonlyMap<string, ArrayBuffer>,
  ): Promise<readonly string[]>;
  add(documents: readonly RetrievalDocument[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(query: EngineQuery): Promise<EngineAnswer>;
  ids(): Promise<readonly string[]>;
  count(model: EmbeddingModel | undefined): Promise<{ documents: number; withVector: number }>;
  withoutVector(model: EmbeddingModel, most: number): Promise<readonly TextToEmbed[]>;
  setVectors(model: EmbeddingModel, vectors: readonly MadeVector[]): Promise<void>;
  /** Lets vectors of other models go; owed once every document has one of this model. */
  retireOthers(model: EmbeddingModel): Promise<void>;
  /** Gives the changes since the last call, to be stored. */
  takeChanges(): Promise<SegmentChanges>;
  /** Everything, to be stored in place of what is. */
  takeAll(): Promise<SegmentChanges>;
}

/** The worker that an index lives in is gone. What was stored is intact; the index is to be made again. */
export class WorkerEndedError extends Error {
  /** Why, as a sentence. */
  readonly problem: string;

  constructor(problem: string) {
    super(
      `The worker of the index ended: ${problem} What was stored is intact; make the index again.`,
    );
    this.problem = problem;
    this.name = 'WorkerEndedError';
  }
}
