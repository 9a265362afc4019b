import { errorText } from '@agent-memory/core/internal';
import type { Stemmer } from '../text/stemmers.ts';

/** A word of like meaning. */
interface WordNeighbour {
  /** Folded: lower case, no accents. */
  readonly word: string;
  /** How alike: the cosine of both, 0…1. */
  readonly closeness: number;
}

/**
 * A table of words that stand near one another in meaning, for one language [RET-1]. It bridges "ship"
 * and "boat" where there is no model. Opposites stand near one another too, so a neighbour counts
 * less than the word. It is plain text, so that a worker can have it.
 */
export interface WordNeighbourTable {
  /** Two letters, in lower case. An index of another language leaves the table alone. */
  readonly language: string;
  /**
   * A line for each word, behind it its neighbours, each with its closeness in hundredths, all with
   * one blank between and folded (lower case, no accents): `boat ship 78 vessel 70`.
   */
  readonly lines: string;
}

/** The table as it is asked. */
export interface WordNeighbours {
  /** Two letters, in lower case. An index of another language leaves the table alone. */
  readonly language: string;
  /** The neighbours of a folded word; none where it is unknown. */
  neighboursOf(word: string): readonly WordNeighbour[];
}

/**
 * Reads a table. Words of one stem share their neighbours. Stems are made for the words of an initial
 * when one of them is first asked for: an index that opens does not wait for 11,000 of them.
 */
export function readNeighbours(
  { language, lines }: WordNeighbourTable,
  stem: Stemmer,
): WordNeighbours {
  // Suffixes alone are taken from English words. Stems of other languages may begin otherwise.
  const initialOf = language === 'en' ? (word: string) => word.charAt(0) : () => '';
  const linesOfInitial = grouped(lines.split('\n'), initialOf);
  const byStem = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const stemsOf = (initial: string) => {
    const known = byStem.get(initial);
    if (known !== undefined) return known;
    const made = grouped(linesOfInitial.get(initial) ?? [], (line) => stem(wordOf(line)));
    byStem.set(initial, made);
    return made;
  };
  return {
    language,
    neighboursOf: (word) => (stemsOf(initialOf(word)).get(stem(word)) ?? []).flatMap(neighboursIn),
  };
}

function wordOf(line: string): string {
  return line.slice(0, line.indexOf(' '));
}

function grouped(
  lines: readonly string[],
  keyOf: (line: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [line]);
    else known.push(line);
  }
  return groups;
}

function neighboursIn(line: string): readonly WordNeighbour[] {
  const [, ...parts] = line.split(' ');
  const neighbours: WordNeighbour[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    neighbours.push({ word: parts[at] ?? '', closeness: Number(parts[at + 1]) / 100 });
  }
  return neighbours;
}

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

/**
 * Loads the neighbours of 11,000 **English** words: 170 kB over the wire, as a chunk of their own. The
 * default of an English index.
 */
async function loadEnglishNeighbours(): Promise<WordNeighbourTable> {
  const { ENGLISH_NEIGHBOURS } = await import('./english-table.ts');
  return { language: 'en', lines: ENGLISH_NEIGHBOURS };
}
