import { errorText } from '@agent-memory/core/internal';
import type { SegmentStore } from '../segment-store.ts';

/** The index stored under a name. Storage that cannot be read is no reason to find nothing at all. */
export class StoredIndex {
  readonly #store: SegmentStore | undefined;
  readonly #name: string;
  #problem: string | undefined;

  constructor(store: SegmentStore | undefined, name: string) {
    this.#store = store;
    this.#name = name;
  }

  get problems(): readonly string[] {
    return this.#problem === undefined ? [] : [this.#problem];
  }

  /** The storage; nothing where it could not be read: then nothing in it is overwritten. */
  get writable(): SegmentStore | undefined {
    return this.#problem === undefined ? this.#store : undefined;
  }

  async read(): Promise<ReadonlyMap<string, ArrayBuffer>> {
    if (this.#store === undefined) return new Map();
    try {
      return await this.#store.read(this.#name);
    } catch (error) {
      this.#problem = `The stored index "${this.#name}" could not be read: ${errorText(error)} What is added is found until the page is left, and nothing stored is overwritten.`;
      return new Map();
    }
  }
}
