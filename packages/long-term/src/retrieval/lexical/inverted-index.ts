import { LikeTerms } from './like-terms.ts';

/** A count beside a document: more than that says no more. */
const COUNT_BITS = 4;
const MOST = (1 << COUNT_BITS) - 1;

/**
 * In which documents a term stands, and how often in each, in no order: a number of 31 bits for both,
 * which engines keep in four bytes. `documentIn` and `countIn` take it apart.
 */
export type Postings = readonly number[];

/** The document of a posting. */
export function documentIn(posting: number): number {
  return posting >>> COUNT_BITS;
}

/** How often the term stands in the document of a posting, up to 15. */
export function countIn(posting: number): number {
  return posting & MOST;
}

/** The terms of a document with their counts. */
export type TermCounts = ReadonlyMap<string, number>;

/**
 * Which terms stand in which documents, by number, in typed arrays.
 *
 * - Adding and removing costs what the document itself has; nothing is rebuilt.
 * - A term of no document is forgotten, its letters included [LTM-8].
 * - The same documents give the same scores, whatever was added and removed in between.
 */
export class InvertedIndex {
  readonly #idOfTerm = new Map<string, number>();
  readonly #terms: (string | undefined)[] = [];
  readonly #postings: number[][] = [];
  readonly #freeIds: number[] = [];
  /** Term ids of every document, behind one another; holes where one was removed. */
  #forward = new Numbers(1024);
  readonly #starts = new Numbers(64);
  readonly #sizes = new Numbers(64);
  readonly #lengths = new Numbers(64);
  #likeTerms: LikeTerms | undefined;
  #holes = 0;
  #documents = 0;
  #totalLength = 0;

  /** Documents that are in the index. */
  get documents(): number {
    return this.#documents;
  }

  /** Terms of a document on average; 1 where there are none. */
  get averageLength(): number {
    return this.#documents === 0 ? 1 : Math.max(1, this.#totalLength / this.#documents);
  }

  /** Terms of a document, each as often as it stands there. */
  lengthOf(document: number): number {
    return this.#lengths.at(document);
  }

  /** The terms that a document has and that may be another form of this one, which may not be there. */
  likeTerms(term: string): Iterable<string> {
    this.#likeTerms ??= new LikeTerms(this.#idOfTerm.keys());
    return this.#likeTerms.of(term) ?? this.#idOfTerm.keys();
  }

  postingsOf(term: string): Postings | undefined {
    const id = this.#idOfTerm.get(term);
    return id === undefined ? undefined : this.#postings[id];
  }

  /** How much it says that a document has this term: 0 for one that stands everywhere. */
  weightOf(documentsWithTerm: number): number {
    const without = this.#documents - documentsWithTerm;
    return Math.log(1 + (without + 0.5) / (documentsWithTerm + 0.5));
  }

  add(document: number, terms: TermCounts): void {
    const coded: number[] = [];
    const ids: number[] = [];
    for (const [term, count] of terms) {
      coded.push(ids.length, count);
      ids.push(this.idOf(term));
    }
    this.addCoded(document, coded, ids);
  }

  /**
   * Adds a document whose terms are given as places in a list of term ids and counts, in turns.
   * Many documents share the list, so that each of their terms is looked up once.
   */
  addCoded(document: number, coded: readonly number[], ids: readonly number[]): void {
    this.#starts.set(document, this.#forward.size);
    let length = 0;
    for (let at = 0; at + 1 < coded.length; at += 2) {
      const id = ids[coded[at] ?? -1];
      const count = Math.min(MOST, coded[at + 1] ?? 0);
      const postings = id === undefined ? undefined : this.#postings[id];
      if (id === undefined || postings === undefined) continue;
      postings.push((document << COUNT_BITS) | count);
      this.#forward.push(id);
      length += count;
    }
    this.#sizes.set(document, this.#forward.size - this.#starts.at(document));
    this.#lengths.set(document, length);
    this.#totalLength += length;
    this.#documents += 1;
  }

  remove(document: number): void {
    const start = this.#starts.at(document);
    const size = this.#sizes.at(document);
    for (let at = start; at < start + size; at += 1) this.#withdraw(this.#forward.at(at), document);
    this.#totalLength -= this.lengthOf(document);
    this.#documents -= 1;
    this.#sizes.set(document, 0);
    this.#lengths.set(document, 0);
    this.#holes += size;
    if (this.#holes > 4096 && this.#holes * 2 > this.#forward.size) this.#closeHoles();
  }

  /** The terms of a document and how often each stands there. */
  termsOf(document: number): TermCounts {
    const terms = new Map<string, number>();
    const start = this.#starts.at(document);
    for (let at = start; at < start + this.#sizes.at(document); at += 1) {
      const id = this.#forward.at(at);
      const postings = this.#postings[id];
      const term = this.#terms[id];
      if (postings === undefined || term === undefined) continue;
      terms.set(term, countIn(postings[placeOf(document, postings)] ?? 0));
    }
    return terms;
  }

  /** The id of a term, which is a new one where no document has it; one of them is owed then. */
  idOf(term: string): number {
    const known = this.#idOfTerm.get(term);
    if (known !== undefined) return known;
    const id = this.#freeIds.pop() ?? this.#postings.length;
    this.#idOfTerm.set(term, id);
    this.#terms[id] = term;
    this.#postings[id] = [];
    this.#likeTerms?.add(term);
    return id;
  }

  #withdraw(id: number, document: number): void {
    const postings = this.#postings[id];
    const term = this.#terms[id];
    if (postings === undefined || term === undefined) return;
    const place = placeOf(document, postings);
    if (place < 0) return;
    const last = postings.pop();
    if (last !== undefined && place < postings.length) postings[place] = last;
    if (postings.length > 0) return;
    this.#idOfTerm.delete(term);
    this.#likeTerms?.delete(term);
    this.#terms[id] = undefined;
    this.#freeIds.push(id);
  }

  #closeHoles(): void {
    const closed = new Numbers(this.#forward.size - this.#holes + 1024);
    for (let document = 0; document < this.#starts.size; document += 1) {
      const start = this.#starts.at(document);
      this.#starts.set(document, closed.size);
      for (let at = start; at < start + this.#sizes.at(document); at += 1) {
        closed.push(this.#forward.at(at));
      }
    }
    this.#forward = closed;
    this.#holes = 0;
  }
}

/** Newer documents are removed and replaced more often than old ones, so the search begins at the end. */
function placeOf(document: number, postings: Postings): number {
  let place = postings.length - 1;
  while (place >= 0 && documentIn(postings[place] ?? 0) !== document) place -= 1;
  return place;
}

/** A list of whole numbers of up to 32 bits that grows by doubling: four bytes a number. */
class Numbers {
  #values: Uint32Array;
  #size = 0;

  constructor(capacity = 4) {
    this.#values = new Uint32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) this.#grow(this.#size + 1);
    this.#values[this.#size] = value;
    this.#size += 1;
  }

  /** Sets one anywhere; what lies between it and the end is 0. */
  set(index: number, value: number): void {
    if (index >= this.#values.length) this.#grow(index + 1);
    this.#values[index] = value;
    if (index >= this.#size) this.#size = index + 1;
  }

  #grow(needed: number): void {
    const grown = new Uint32Array(Math.max(needed, Math.ceil(this.#values.length * 1.5)));
    grown.set(this.#values);
    this.#values = grown;
  }
}
