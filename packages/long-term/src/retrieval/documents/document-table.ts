import type { RetrievalDocument } from '../retrieval-index.ts';
import { authorsNamed } from './authors.ts';

/** No document. */
export const NONE = -1;

/** The facts that the table keeps beside a document. */
export interface DocumentFacts {
  /** The text ends with a question. */
  readonly isQuestion: boolean;
}

/** A document with its place in the table. */
export interface DocumentRow extends DocumentFacts {
  readonly document: RetrievalDocument;
  /** Counts what was added, so that documents keep their order over removals and reloads. */
  readonly sequence: number;
}

/**
 * The documents of an index by number, and how they follow one another in their sessions.
 * A number is used again when its document was removed.
 */
export class DocumentTable {
  readonly #numberOfId = new Map<string, number>();
  readonly #rows: (DocumentRow | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #previous: number[] = [];
  readonly #next: number[] = [];
  readonly #sessions = new Map<string, { readonly number: number; last: number; size: number }>();
  readonly #sessionOf: number[] = [];
  #sessionNumbers = 0;
  #timesMs = new Float64Array(64).fill(Number.NaN);
  readonly #authors = new Map<string, number>();
  #hasRoles = false;
  /** The document of each passage, and the passages of each document, by number. */
  readonly #ownerOf = new Map<number, number>();
  readonly #passagesOf = new Map<number, readonly number[]>();
  #nextSequence = 1;

  /** Documents in the table. */
  get size(): number {
    return this.#numberOfId.size;
  }

  /** One more than the highest number that was given. */
  get capacity(): number {
    return this.#rows.length;
  }

  get ids(): Iterable<string> {
    return this.#numberOfId.keys();
  }

  numberOf(id: string): number | undefined {
    return this.#numberOfId.get(id);
  }

  rowOf(number: number): DocumentRow | undefined {
    return this.#rows[number];
  }

  /** Whether a document or a passage bears a number. */
  isTaken(number: number): boolean {
    return this.#rows[number] !== undefined || this.#ownerOf.has(number);
  }

  /** The passages of long documents and the document of each. */
  get passages(): ReadonlyMap<number, number> {
    return this.#ownerOf;
  }

  /** The passages of a long document by number; the first one bears the document's own. */
  passagesOf(document: number): readonly number[] {
    return this.#passagesOf.get(document) ?? [];
  }

  /** Gives the passages of a document numbers that no document bears, those that they had where they are free. */
  addPassages(document: number, wanted: readonly (number | undefined)[]): readonly number[] {
    const numbers = wanted.map((number) => {
      const given = number === undefined || this.isTaken(number) ? this.#freeNumber() : number;
      this.#reach(given + 1);
      this.#ownerOf.set(given, document);
      return given;
    });
    this.#passagesOf.set(document, numbers);
    return numbers;
  }

  /** Frees the numbers of a document's passages. */
  removePassages(document: number): void {
    for (const passage of this.passagesOf(document)) {
      this.#ownerOf.delete(passage);
      this.#free.push(passage);
    }
    this.#passagesOf.delete(document);
  }

  /** When each document was created; `NaN` where that is not known, or there is no document. */
  get timesMs(): Float64Array {
    return this.#timesMs;
  }

  /** The session of a document by number, or `NONE`. */
  sessionOf(number: number): number {
    return this.#sessionOf[number] ?? NONE;
  }

  /** The document before it in its session, or `NONE`. */
  previousOf(number: number): number {
    return this.#previous[number] ?? NONE;
  }

  /** The document behind it in its session, or `NONE`. */
  nextOf(number: number): number {
    return this.#next[number] ?? NONE;
  }

  /** Whether any document was added that has a role. */
  get hasRoles(): boolean {
    return this.#hasRoles;
  }

  /** Which of the authors a question names, as they were given. */
  authorsIn(question: string, language: string): ReadonlySet<string> {
    return authorsNamed(question, this.#authors.keys(), language);
  }

  /** Puts a document at the end of its session, at its former place where it replaces one. */
  add(document: RetrievalDocument, facts: DocumentFacts): number {
    const former = this.#numberOfId.get(document.id);
    if (former !== undefined) return this.#replace(former, document, facts);
    const number = this.#freeNumber();
    this.restore(number, { document, ...facts, sequence: this.#nextSequence });
    return number;
  }

  /** Puts a stored row back. Rows of a session are owed in the order of their sequence. */
  restore(number: number, row: DocumentRow): void {
    this.#reach(number);
    const { id, author } = row.document;
    this.#rows[number] = row;
    this.#hasRoles ||= row.document.role !== undefined;
    this.#numberOfId.set(id, number);
    if (author !== undefined) this.#authors.set(author, (this.#authors.get(author) ?? 0) + 1);
    this.#nextSequence = Math.max(this.#nextSequence, row.sequence + 1);
    this.#setTime(number, row.document.createdAtMs);
    this.#link(number, row.document.sessionId);
  }

  remove(number: number): void {
    const row = this.#rows[number];
    if (row === undefined) return;
    const { id, author, sessionId } = row.document;
    this.#unlink(number, sessionId);
    this.#forgetAuthor(author);
    this.#numberOfId.delete(id);
    this.#setTime(number, undefined);
    this.#rows[number] = undefined;
    this.#free.push(number);
  }

  #replace(number: number, document: RetrievalDocument, facts: DocumentFacts): number {
    const former = this.#rows[number];
    if (former?.document.sessionId !== document.sessionId) {
      this.remove(number);
      return this.add(document, facts);
    }
    this.#forgetAuthor(former?.document.author);
    const { author } = document;
    if (author !== undefined) this.#authors.set(author, (this.#authors.get(author) ?? 0) + 1);
    this.#rows[number] = { document, ...facts, sequence: former?.sequence ?? 0 };
    this.#hasRoles ||= document.role !== undefined;
    this.#setTime(number, document.createdAtMs);
    return number;
  }

  #setTime(number: number, timeMs = Number.NaN): void {
    if (number >= this.#timesMs.length) {
      const grown = new Float64Array(Math.ceil(number * 1.5) + 1).fill(Number.NaN);
      grown.set(this.#timesMs);
      this.#timesMs = grown;
    }
    this.#timesMs[number] = timeMs;
  }

  /** A number among the free ones may have been restored since. */
  #freeNumber(): number {
    for (;;) {
      const number = this.#free.pop();
      if (number === undefined) return this.#rows.length;
      if (!this.isTaken(number)) return number;
    }
  }

  #reach(capacity: number): void {
    while (this.#rows.length < capacity) this.#free.push(this.#rows.push(undefined) - 1);
  }

  #link(number: number, sessionId: string | undefined): void {
    this.#previous[number] = NONE;
    this.#next[number] = NONE;
    this.#sessionOf[number] = NONE;
    if (sessionId === undefined) return;
    const session = this.#sessions.get(sessionId);
    if (session === undefined) {
      this.#sessionOf[number] = this.#sessionNumbers;
      this.#sessions.set(sessionId, { number: this.#sessionNumbers, last: number, size: 1 });
      this.#sessionNumbers += 1;
      return;
    }
    this.#previous[number] = session.last;
    this.#next[session.last] = number;
    this.#sessionOf[number] = session.number;
    session.last = number;
    session.size += 1;
  }

  #unlink(number: number, sessionId: string | undefined): void {
    const session = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    if (sessionId === undefined || session === undefined) return;
    const before = this.previousOf(number);
    const behind = this.nextOf(number);
    if (before !== NONE) this.#next[before] = behind;
    if (behind !== NONE) this.#previous[behind] = before;
    else session.last = before;
    session.size -= 1;
    if (session.size === 0) this.#sessions.delete(sessionId);
  }

  #forgetAuthor(author: string | undefined): void {
    if (author === undefined) return;
    const left = (this.#authors.get(author) ?? 1) - 1;
    if (left === 0) this.#authors.delete(author);
    else this.#authors.set(author, left);
  }
}
