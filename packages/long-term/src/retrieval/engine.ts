import { DocumentTable } from './documents/document-table.ts';
import { fuse } from './fuse.ts';
import { type Gathered, gather } from './gather.ts';
import { InvertedIndex, type TermCounts } from './lexical/inverted-index.ts';
import type { WordNeighbours } from './neighbours/word-neighbours.ts';
import type { EmbeddingModel, RetrievalDocument, RetrievalQuery } from './retrieval-index.ts';
import { endsWithQuestion } from './signals/form.ts';
import { readQuestion } from './signals/question.ts';
import { neighbourStems } from './signals/words.ts';
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

/** The terms of a stored document: places in a vocabulary that it shares with others, and counts, in turns. */
interface CodedTerms {
  readonly coded: readonly number[];
  readonly vocabulary: readonly string[];
}

/** The index itself: everything in memory, one call after another, no storage and no model. */
export class RetrievalEngine {
  readonly table = new DocumentTable();
  readonly index = new InvertedIndex();
  readonly vectors = new VectorGenerations();
  readonly analyzer: Analyzer;
  readonly #neighbours: () => Promise<WordNeighbours | undefined>;
  /** All documents before this one have a vector of this generation: a backlog need not look again. */
  #firstWithoutVector = 0;
  #searched: VectorGeneration | undefined;
  #idsOfVocabulary = new WeakMap<readonly string[], readonly number[]>();

  /** @param neighbours asked at each search, so that an index opens before its table. */
  constructor(analyzer: Analyzer, neighbours: () => Promise<WordNeighbours | undefined>) {
    this.analyzer = analyzer;
    this.#neighbours = neighbours;
  }

  /** Adds or replaces one document; `prepare` of its text is owed. Gives its number. */
  add(document: RetrievalDocument): number {
    const former = this.table.numberOf(document.id);
    if (former !== undefined) this.#forget(former);
    const terms = this.#termsOf(document.text);
    const number = this.table.add(document, factsOf(document));
    this.index.add(number, terms);
    this.#firstWithoutVector = Math.min(this.#firstWithoutVector, number);
    return number;
  }

  /** Gives the number that it had, or nothing where the id is unknown. */
  remove(id: string): number | undefined {
    const number = this.table.numberOf(id);
    if (number === undefined) return undefined;
    this.#forget(number);
    this.table.remove(number);
    return number;
  }

  async search(query: EngineQuery): Promise<Gathered> {
    await this.analyzer.prepare([query.text]);
    const neighbours = await this.#neighbours();
    const question = readQuestion(query.text, this.analyzer, this.table);
    const fusion = fuse(question, {
      table: this.table,
      index: this.index,
      neighboursOf: (term) => neighbourStems(term, neighbours, this.analyzer),
      cosines: query.vector && this.#cosinesTo(query.vector),
      allowed: allowedBy(query, this.table),
    });
    return gather(fusion, this.table, query);
  }

  /** How many documents there are, and how many have a vector of this model. */
  counts(model: EmbeddingModel | undefined): { documents: number; withVector: number } {
    const withVector = model === undefined ? 0 : (this.vectors.of(model)?.size ?? 0);
    return { documents: this.table.size, withVector };
  }

  /** Gives the document's number; nothing where it is gone or says something else by now. */
  setVector(
    model: EmbeddingModel,
    { id, text }: TextToEmbed,
    values: Float32Array,
  ): number | undefined {
    const number = this.table.numberOf(id);
    if (number === undefined || this.table.rowOf(number)?.document.text !== text) return undefined;
    this.vectors.set(model, number, values);
    return number;
  }

  /** Puts a stored document back, under its number, with its stored terms where they still hold. */
  restore(number: number, stored: StoredDocument): void {
    const { document, sequence } = stored;
    this.table.restore(number, { document, sequence, ...factsOf(document) });
    const { terms } = stored;
    if (terms === undefined) this.index.add(number, this.#termsOf(document.text));
    else this.index.addCoded(number, terms.coded, this.#idsOf(terms.vocabulary));
  }

  /** The next documents without a vector of this model, oldest first. */
  withoutVector(model: EmbeddingModel, most: number): readonly TextToEmbed[] {
    const texts: TextToEmbed[] = [];
    const generation = this.vectors.of(model);
    let number = generation === this.#searched ? this.#firstWithoutVector : 0;
    this.#searched = generation;
    this.#firstWithoutVector = this.table.capacity;
    for (; number < this.table.capacity && texts.length < most; number += 1) {
      const document = this.table.rowOf(number)?.document;
      if (document === undefined || generation?.has(number)) continue;
      if (texts.length === 0) this.#firstWithoutVector = number;
      texts.push({ id: document.id, text: document.text });
    }
    return texts;
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

  #termsOf(text: string): TermCounts {
    return countTerms(this.analyzer.terms(text).map(({ stem }) => stem));
  }

  #forget(number: number): void {
    this.index.remove(number);
    this.vectors.delete(number);
  }
}

function factsOf({ text }: RetrievalDocument) {
  return { isQuestion: endsWithQuestion(text) };
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
