import type { Steps } from '@agent-memory/core/internal';
import type { RetrievalEngine } from '../engine.ts';
import { BLOCK_SIZE, blockOf, type VectorGeneration } from '../vectors/generation.ts';
import { DOCUMENTS_PREFIX, sealDocuments } from './document-segment.ts';
import { sealVectors, vectorSegmentName } from './vector-segment.ts';

/** Segments by name; `undefined` where one is taken away. */
export type SegmentChanges = ReadonlyMap<string, ArrayBuffer | undefined>;

/**
 * Remembers which blocks changed since they were stored.
 *
 * - A block is written whole: what was removed from it is in no segment any more [LTM-8].
 * - Documents and vectors of a change are taken together.
 */
export class SegmentChangeLog {
  readonly #engine: RetrievalEngine;
  readonly #documents = new Set<number>();
  readonly #vectors = new Set<number>();
  readonly #gone = new Set<string>();

  constructor(engine: RetrievalEngine) {
    this.#engine = engine;
  }

  /** Documents came, went or changed, and with them their passages and vectors. */
  noteDocuments(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#documents.add(blockOf(number));
      this.#vectors.add(blockOf(number));
    }
  }

  noteVector(number: number): void {
    this.#vectors.add(blockOf(number));
  }

  /** All of it is to be stored. */
  noteAll(): void {
    for (let number = 0; number < this.#engine.table.capacity; number += BLOCK_SIZE) {
      this.noteDocuments([number]);
    }
  }

  /** Whole generations of vectors went. */
  noteRetired(generations: readonly VectorGeneration[]): void {
    for (const { model, blocks } of generations) {
      for (const block of blocks) this.#gone.add(vectorSegmentName(model, block));
    }
  }

  /** A segment is of no use. */
  noteUseless(name: string): void {
    this.#gone.add(name);
  }

  *take(): Steps<SegmentChanges> {
    const changes = new Map<string, ArrayBuffer | undefined>();
    for (const name of take(this.#gone)) changes.set(name, undefined);
    for (const block of take(this.#documents)) {
      yield 'long-step';
      changes.set(`${DOCUMENTS_PREFIX}${block}`, sealDocuments(block, this.#engine));
    }
    for (const block of take(this.#vectors)) {
      yield;
      for (const generation of this.#engine.vectors.all) {
        const sealed = sealVectors(generation, generation.blockAt(block));
        changes.set(vectorSegmentName(generation.model, block), sealed);
      }
    }
    return changes;
  }
}

function take<Item>(items: Set<Item>): readonly Item[] {
  const all = [...items];
  items.clear();
  return all;
}
