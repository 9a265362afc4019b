import { DocumentTable } from './documents/document-table.ts';
import { embeddedPassages, passagesOf } from './documents/passages.ts';
import { fuse } from './fuse.ts';
import { type Gathered, gather } from './gather.ts';
import { InvertedIndex, type TermCounts } from './lexical/inverted-index.ts';
import { NameTable } from './names/name-table.ts';
import { coverageOf, withNames } from './names/named.ts';
import type { WordNeighbours } from './neighbours/word-neighbours.ts';
import type { EmbeddingModel, RetrievalDocument, RetrievalQuery } from './retrieval-index.ts';
import { endsWithQuestion } from './signals/form.ts';
import { readQuestion } from './signals/question.ts';
import { neighbourStems, otherForms } from './signals/words.ts';
import type { Analyzer } from './text/analyzer.ts';
import type { VectorGeneration } from './vectors/generation.ts';
import { VectorGenerations } from './vectors/generation.ts';

/** A question's vector and the model that made it. */
export interface QuestionVector {
  readonly model: EmbeddingModel;
  readonly values: Float32Array;
  /** Whether vectors of another dimension are older than this page, and go. */
  readonly outdatesOthers: boolean;
}

/** A search as an engine runs it: plain data, so that it can be sent to a worker. */
export interface EngineQuery
  extends Omit<RetrievalQuery, 'signal' | 'limit' | 'maxTokens' | 'minScore'> {
  /** Candidates to fetch. */
  readonly wanted: number;
  readonly nowMs: number;
  readonly vector?: QuestionVector | undefined;
}

/** A text that has no vector yet. */
export interface TextToEmbed {
  readonly id: string;
  readonly text: string;
}

/** A document as it was stored. */
export interface StoredDocument {
  readonly document: RetrievalDocument;
  readonly sequence: number;
  /** Absent where an analyzer of another version or language made them. */
  readonly terms?: CodedTerms | undefined;
}

/** PERSISTED: a passage as it is stored. */
export type CodedPassage = readonly [number: number, coded: readonly number[]];

/** The terms of a stored document: places in a vocabulary that it shares with others, and counts, in turns. */
interface CodedTerms {
  readonly coded: readonly number[];
  readonly vocabulary: readonly string[];
  /** The numbers of its passages and their terms; absent where it is one passage. */
  readonly passages?: readonly CodedPassage[];
}

/** The index itself: everything in memory, one call after another, no storage and no model. */
export class RetrievalEngine {
  readonly table = new DocumentTable();
  readonly index = new InvertedIndex();
  /** The passages of long documents, beside the whole. */
  readonly passages = new InvertedIndex();
  readonly vectors = new VectorGenerations();
  readonly names: NameTable;
  readonly analyzer: Analyzer;
  readonly #neighbours: () => Promise<WordNeighbours | undefined>;
  /** All documents before this one have a vector of this generation: a backlog need not look again. */
  #firstWithoutVector = 0;
  #searched: VectorGeneration | undefined;
  #idsOfVocabulary = new WeakMap<readonly string[], readonly number[]>();

  /** @param neighbours asked at each search, so that an index opens before its table. */
  constructor(analyzer: Analyzer, neighbours: () => Promise<WordNeighbours | undefined>) {
    this.analyzer = analyzer;
    this.names = new NameTable(analyzer);
    this.#neighbours = neighbours;
  }

  /** Adds or replaces one document; `prepare` of its text is owed. Gives the numbers that changed. */
  add(document: RetrievalDocument): readonly number[] {
    const former = this.table.numberOf(document.id);
    const freed = former === undefined ? [] : this.#forget(former);
    const number = this.table.add(document, factsOf(document));
    this.#index(number, document.text);
    this.names.add(number, document.names ?? []);
    this.#firstWithoutVector = Math.min(this.#firstWithoutVector, number);
    return [number, ...freed];
  }

  /** Gives the numbers that it and its passages had; none where the id is unknown. */
  remove(id: string): readonly number[] {
    const number = this.table.numberOf(id);
    if (number === undefined) return [];
    const freed = this.#forget(number);
    this.table.remove(number);
    return [number, ...freed];
  }

  async search(query: EngineQuery): Promise<Gathered> {
    await this.analyzer.prepare([query.text]);
    const neighbours = await this.#neighbours();
    const question = readQuestion(query.text, this.analyzer, this.table);
    const allowed = allowedBy(query, this.table);
    const fusion = fuse(question, {
      table: this.table,
      index: this.index,
      passages: this.passages,
      neighboursOf: (term) => {
        const forms = otherForms(term, this.index);
        // The table is of the index's language.
        if (question.isForeign || forms.size > 0) return forms;
        return neighbourStems(term, neighbours, this.analyzer);
      },
      cosines: query.vector && this.#cosinesTo(query.vector),
      allowed,
    });
    const named = this.names.namedIn(query.text, {
      isKnown: (stem) => this.index.postingsOf(stem) !== undefined,
      isAllowed: (document) => allowed?.[document] !== 0,
    });
    const { candidates, cut } = gather(withNames(fusion, named), this.table, query);
    const covered = coverageOf(question.terms, named, this.index);
    const explained = candidates.map((hit) => {
      const number = this.table.numberOf(hit.document.id) ?? -1;
      const name = named.names.get(number);
      return { ...hit, covered: covered(number), ...(name !== undefined && { named: name }) };
    });
    return { candidates: explained, cut };
  }

  /** How many documents there are, and how many have a vector of this model. */
  counts(model: EmbeddingModel | undefined): { documents: number; withVector: number } {
    const vectors = model && this.vectors.of(model);
    let withVector = vectors?.size ?? 0;
    for (const passage of this.table.passages.keys()) if (vectors?.has(passage)) withVector -= 1;
    return { documents: this.table.size, withVector };
  }

  /** Gives the numbers that bear it; none where the document is gone or says something else by now. */
  setVector(
    model: EmbeddingModel,
    { id, text }: TextToEmbed,
    values: Float32Array,
  ): readonly number[] {
    const number = this.table.numberOf(id);
    const passages = number === undefined ? [] : this.#toEmbed(number);
    const places = passages.filter((passage) => passage.text === text);
    for (const place of places) this.vectors.set(model, place.number, values);
    return places.map((place) => place.number);
  }

  /** Puts a stored document back, under its number, with its stored terms where they still hold. */
  restore(number: number, stored: StoredDocument): void {
    const { document, sequence } = stored;
    this.table.restore(number, { document, sequence, ...factsOf(document) });
    this.names.add(number, document.names ?? []);
    const { terms } = stored;
    if (terms !== undefined) {
      this.index.addCoded(number, terms.coded, this.#idsOf(terms.vocabulary));
    }
  }

  /** Puts the passages of a stored document back, or makes them; owed behind `restore` of all documents. */
  restorePassages(number: number, { document, terms }: StoredDocument): void {
    // Another tab left it in two blocks, and the newer one stands.
    if (this.table.rowOf(number)?.document !== document) return;
    if (terms === undefined) {
      this.#index(number, document.text);
      return;
    }
    const { passages = [], vocabulary } = terms;
    if (passages.length === 0) return;
    const numbers = this.table.addPassages(
      number,
      passages.map(([passage]) => passage),
    );
    for (const [at, [, coded]] of passages.entries()) {
      this.passages.add(numbers[at] ?? 0, decodeTerms(coded, vocabulary));
    }
  }

  /** The next documents without a vector of this model, oldest first. */
  withoutVector(model: EmbeddingModel, most: number): readonly TextToEmbed[] {
    const texts: TextToEmbed[] = [];
    const generation = this.vectors.of(model);
    let number = generation === this.#searched ? this.#firstWithoutVector : 0;
    this.#searched = generation;
    this.#firstWithoutVector = this.table.capacity;
    for (; number < this.table.capacity && texts.length < most; number += 1) {
      const id = this.table.rowOf(number)?.document.id;
      if (id === undefined) continue;
      const due = this.#toEmbed(number).filter((passage) => !generation?.has(passage.number));
      if (due.length === 0) continue;
      if (texts.length === 0) this.#firstWithoutVector = number;
      texts.push(...due.map(({ text }) => ({ id, text })));
    }
    return texts;
  }

  /** The passages of a document that have vectors, with the numbers that bear them. */
  #toEmbed(number: number): readonly { readonly number: number; readonly text: string }[] {
    const document = this.table.rowOf(number)?.document;
    if (document === undefined) return [];
    const numbers = this.table.passagesOf(number);
    return embeddedPassages(document).map((text, at) => {
      return { number: at === 0 ? number : (numbers[at] ?? number), text };
    });
  }

  #cosinesTo({ model, values }: QuestionVector) {
    return (words: Float32Array) => this.vectors.of(model)?.cosines(values, words);
  }

  /** The ids of a stored vocabulary; asked for once for all documents of a segment in a row. */
  #idsOf(vocabulary: readonly string[]): readonly number[] {
    let ids = this.#idsOfVocabulary.get(vocabulary);
    if (ids === undefined) {
      ids = vocabulary.map((term) => this.index.idOf(term));
      this.#idsOfVocabulary.set(vocabulary, ids);
    }
    return ids;
  }

  /** Adds the terms of a document, and those of its passages where it is long. */
  #index(number: number, text: string): void {
    const passages = passagesOf(text).map((passage) =>
      countTerms(this.analyzer.terms(passage).map(({ stem }) => stem)),
    );
    this.index.add(number, sumOf(passages));
    if (passages.length === 1) return;
    const numbers = this.table.addPassages(
      number,
      passages.map(() => undefined),
    );
    for (const [at, terms] of passages.entries()) this.passages.add(numbers[at] ?? 0, terms);
  }

  /** Gives the numbers of the passages that went with it. */
  #forget(number: number): readonly number[] {
    this.index.remove(number);
    this.names.remove(number);
    this.vectors.delete(number);
    const passages = this.table.passagesOf(number);
    for (const passage of passages) {
      this.passages.remove(passage);
      this.vectors.delete(passage);
    }
    this.table.removePassages(number);
    return passages;
  }
}

/** In a chat with an assistant a question says what the user is at. */
function factsOf({ text, role }: RetrievalDocument) {
  return { isQuestion: role === undefined && endsWithQuestion(text) };
}

function sumOf(passages: readonly TermCounts[]): TermCounts {
  const [first, ...others] = passages;
  if (first === undefined || others.length === 0) return first ?? new Map();
  const sum = new Map(first);
  for (const terms of others) {
    for (const [term, count] of terms) sum.set(term, (sum.get(term) ?? 0) + count);
  }
  return sum;
}

/** The terms of places in a vocabulary and counts, in turns. */
export function decodeTerms(coded: readonly number[], vocabulary: readonly string[]): TermCounts {
  const terms = new Map<string, number>();
  for (let at = 0; at + 1 < coded.length; at += 2) {
    const term = vocabulary[coded[at] ?? -1];
    if (term !== undefined) terms.set(term, coded[at + 1] ?? 0);
  }
  return terms;
}

function countTerms(stems: readonly string[]): TermCounts {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** The filters of a query; one without filters lets everything through. */
type Filters = Pick<RetrievalQuery, 'fields' | 'fromMs' | 'toMs'>;

/** 0 beside each document that is kept out; nothing where the filters keep none out. */
function allowedBy(filters: Filters, table: DocumentTable): Uint8Array | undefined {
  const { fields, fromMs, toMs } = filters;
  if (fields === undefined && fromMs === undefined && toMs === undefined) return undefined;
  const allowed = new Uint8Array(table.capacity);
  for (let number = 0; number < allowed.length; number += 1) {
    const row = table.rowOf(number);
    if (row !== undefined && passes(row.document, filters)) allowed[number] = 1;
  }
  return allowed;
}

/** A document without a time is kept out where a time is asked for. */
function passes(document: RetrievalDocument, { fields, fromMs, toMs }: Filters): boolean {
  const { createdAtMs = Number.NaN } = document;
  if (fromMs !== undefined && !(createdAtMs >= fromMs)) return false;
  if (toMs !== undefined && !(createdAtMs < toMs)) return false;
  for (const [field, values] of Object.entries(fields ?? {})) {
    const value = document.fields?.[field];
    if (value === undefined || !values.includes(value)) return false;
  }
  return true;
}
