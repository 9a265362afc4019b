import { Numbers } from './numbers.ts';

/** In which documents a term stands, and how often in each. */
export interface Postings {
  /** Numbers of documents, in no order. */
  readonly documents: Numbers;
  /** Beside each document: times that the term stands there. */
  readonly counts: Numbers;
}

/** What a document says, as term and count. */
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
  readonly #postings: Postings[] = [];
  readonly #freeIds: number[] = [];
  /** Term ids of every document, behind one another; holes where one was removed. */
  #forward = new Numbers(1024);
  readonly #starts = new Numbers(64);
  readonly #sizes = new Numbers(64);
  readonly #lengths = new Numbers(64);
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
    this.#starts.set(document, this.#forward.size);
    this.#sizes.set(document, terms.size);
    let length = 0;
    for (const [term, count] of terms) {
      const id = this.#idOf(term);
      const postings = this.#postings[id];
      postings?.documents.push(document);
      postings?.counts.push(count);
      this.#forward.push(id);
      length += count;
    }
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
      terms.set(term, postings.counts.at(placeOf(document, postings)));
    }
    return terms;
  }

  #idOf(term: string): number {
    const known = this.#idOfTerm.get(term);
    if (known !== undefined) return known;
    const id = this.#freeIds.pop() ?? this.#postings.length;
    this.#idOfTerm.set(term, id);
    this.#terms[id] = term;
    this.#postings[id] = { documents: new Numbers(2), counts: new Numbers(2) };
    return id;
  }

  #withdraw(id: number, document: number): void {
    const postings = this.#postings[id];
    const term = this.#terms[id];
    if (postings === undefined || term === undefined) return;
    const place = placeOf(document, postings);
    if (place < 0) return;
    postings.documents.swapAway(place);
    postings.counts.swapAway(place);
    if (postings.documents.size > 0) return;
    this.#idOfTerm.delete(term);
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
function placeOf(document: number, { documents }: Postings): number {
  const { values, size } = documents;
  let place = size - 1;
  while (place >= 0 && values[place] !== document) place -= 1;
  return place;
}
