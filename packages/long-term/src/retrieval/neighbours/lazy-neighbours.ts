import { errorText } from '@agent-memory/core/internal';
import type { Stemmer } from '../text/stemmers.ts';
import { loadEnglishNeighbours } from './english-neighbours.ts';
import { readNeighbours } from './neighbour-table.ts';
import type { WordNeighbours, WordNeighbourTable } from './word-neighbours.ts';

/**
 * A table that is fetched while the index opens and read when it is first asked. Without it a search
 * goes by the words themselves, and says so; the next search tries again.
 */
export class LazyNeighbours {
  readonly #given: WordNeighbourTable | 'english' | undefined;
  readonly #stem: Stemmer;
  #loading: Promise<WordNeighbourTable | undefined>;
  #read: WordNeighbours | undefined;
  #problem: string | undefined;

  constructor(given: WordNeighbourTable | 'english' | undefined, stem: Stemmer) {
    this.#given = given;
    this.#stem = stem;
    this.#loading = this.#load();
  }

  /** Why there is no table, where there ought to be one. */
  get problems(): readonly string[] {
    return this.#problem === undefined ? [] : [this.#problem];
  }

  async get(): Promise<WordNeighbours | undefined> {
    if (this.#read !== undefined) return this.#read;
    if (this.#problem !== undefined) this.#loading = this.#load();
    const table = await this.#loading;
    if (table !== undefined) this.#read ??= readNeighbours(table, this.#stem);
    return this.#read;
  }

  async #load(): Promise<WordNeighbourTable | undefined> {
    try {
      const table = this.#given === 'english' ? await loadEnglishNeighbours() : this.#given;
      this.#problem = undefined;
      return table;
    } catch (error) {
      this.#problem = `The table of words of like meaning could not be loaded, so the words themselves decided: ${errorText(error)}`;
      return undefined;
    }
  }
}
