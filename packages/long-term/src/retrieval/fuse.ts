import type { DocumentTable } from './documents/document-table.ts';
import type { InvertedIndex } from './lexical/inverted-index.ts';
import { scoreAround } from './signals/around.ts';
import { dateFit } from './signals/date.ts';
import { formPenalty } from './signals/form.ts';
import { scaleMeaning } from './signals/meaning.ts';
import type { Question } from './signals/question.ts';
import { scoreSessions } from './signals/session.ts';
import { scoreWords, type WordScores } from './signals/words.ts';
import type { Term } from './text/analyzer.ts';

/** The signals by the names under which a hit explains itself [RET-3]. */
export type SignalName =
  | 'words'
  | 'neighbour-words'
  | 'meaning'
  | 'around'
  | 'author'
  | 'session'
  | 'date'
  | 'form';

/** What one signal says of every document, by number. */
export interface Signal {
  readonly name: SignalName;
  /** Its part of each document's score. */
  readonly shares: Float32Array;
  /** A share is this times its own measure: BM25, a cosine's place in 0…1. */
  readonly measure: (document: number) => number;
}

/**
 * The score of every document by number, and the signals whose shares add up to it. Documents that
 * nothing speaks for, and those that the filters keep out, have a score of minus infinity.
 */
export interface Fusion {
  readonly scores: Float32Array;
  readonly signals: readonly Signal[];
}

/** What documents are scored from. */
export interface Scored {
  readonly table: DocumentTable;
  readonly index: InvertedIndex;
  readonly neighboursOf: (term: Term) => ReadonlyMap<string, number>;
  /** By number, `NaN` where a document has no vector; absent where no model speaks. */
  readonly cosines?: Float32Array | undefined;
  /** 0 beside each document that the filters keep out; absent where all are let through. */
  readonly allowed?: Uint8Array | undefined;
}

/**
 * Beside words, which count 1. A cosine finds what is said in other words, and is vague: with more
 * weight it takes the place of documents that have the very words.
 */
const MEANING_WEIGHT = 0.5;
const AUTHOR_WEIGHT = 0.3;
const SESSION_WEIGHT = 0.2;
const DATE_WEIGHT = 0.45;

/**
 * Fuses all signals into one score a document: a sum of shares.
 *
 *     words, their neighbours ─┐
 *                              ├─ base ─┬─ what stands around ─┐
 *     meaning ─────────────────┘        └─ the session's best ─┤
 *     author named, date named, form of the text ──────────────┴─ score
 *
 * Every signal is first brought to 0…1 for this question, so that weights hold for ten documents and
 * for a hundred thousand. Scores are added and not ranks: a rank forgets by how much a document that
 * has every word is ahead, and equal rank fusion finds less than words alone (decision 0024).
 */
export function fuse(question: Question, scored: Scored): Fusion {
  const { table, index, cosines } = scored;
  const capacity = table.capacity;
  const found = scoreWords(question.terms, index, capacity, scored.neighboursOf);
  const meaning = cosines && scaleMeaning(cosines, found.words);
  const evidence = evidenceOf(found, meaning, scored.allowed);
  const around = scoreAround(evidence.base, question.terms, found.unit * evidence.whole, scored);
  const sessions = scoreSessions(evidence.base, table);
  const dates = scoreDates(question, table);
  const candidates = candidatesOf([evidence.base, around, dates], scored);
  const signals: Signal[] = [
    ...evidence.signals,
    { name: 'around', shares: around, measure: (document) => around[document] ?? 0 },
    prior('session', sessions, SESSION_WEIGHT),
    prior('date', dates, DATE_WEIGHT),
    ...ownPriorsOf(question, scored, candidates),
  ];
  const scores = new Float32Array(capacity).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < capacity; at += 1) if (candidates[at] === 1) scores[at] = 0;
  for (const { shares } of signals) {
    for (let at = 0; at < capacity; at += 1) scores[at] = (scores[at] ?? 0) + (shares[at] ?? 0);
  }
  return { scores, signals };
}

interface Evidence {
  /** What a document itself says: words, their neighbours and meaning, 0…1. */
  readonly base: Float32Array;
  /** What all of its parts would weigh together. */
  readonly whole: number;
  readonly signals: readonly Signal[];
}

function evidenceOf(
  { words, neighbourWords, unit }: WordScores,
  meaning: Float32Array | undefined,
  allowed: Uint8Array | undefined,
): Evidence {
  const whole = 1 + (meaning === undefined ? 0 : MEANING_WEIGHT);
  const parts: Signal[] = [
    weighed('words', words, 1 / whole, unit, allowed),
    weighed('neighbour-words', neighbourWords, 1 / whole, unit, allowed),
  ];
  if (meaning !== undefined) {
    parts.push(weighed('meaning', meaning, MEANING_WEIGHT / whole, 1, allowed));
  }
  const base = new Float32Array(words.length);
  for (const { shares } of parts) {
    for (let at = 0; at < base.length; at += 1) base[at] = (base[at] ?? 0) + (shares[at] ?? 0);
  }
  return { base, whole, signals: parts };
}

function weighed(
  name: SignalName,
  values: Float32Array,
  weight: number,
  unit: number,
  allowed: Uint8Array | undefined,
): Signal {
  for (let at = 0; at < values.length; at += 1) {
    values[at] = allowed?.[at] === 0 ? 0 : (values[at] ?? 0) * weight;
  }
  return {
    name,
    shares: values,
    measure: (document) => ((values[document] ?? 0) / weight) * unit,
  };
}

/** A date fits this well at least where it alone makes a candidate. */
const LEAST_DATE = 0.5;

/** The documents that something speaks for: words, meaning, what stands around, or their date. */
function candidatesOf(
  [base, around, dates]: readonly [Float32Array, Float32Array, Float32Array],
  { table, allowed }: Scored,
): Uint8Array {
  const candidates = new Uint8Array(base.length);
  for (let at = 0; at < candidates.length; at += 1) {
    if (allowed?.[at] === 0 || table.rowOf(at) === undefined) continue;
    const dated = (dates[at] ?? 0) >= LEAST_DATE;
    if ((base[at] ?? 0) > 0 || (around[at] ?? 0) > 0 || dated) candidates[at] = 1;
  }
  return candidates;
}

function scoreDates({ dates }: Question, table: DocumentTable): Float32Array {
  const fits = new Float32Array(table.capacity);
  if (dates.length === 0) return fits;
  for (let at = 0; at < fits.length; at += 1) {
    const createdAtMs = table.rowOf(at)?.document.createdAtMs;
    if (createdAtMs !== undefined) fits[at] = dateFit(createdAtMs, dates);
  }
  return fits;
}

/** What the document's author and its form add, for candidates alone. */
function ownPriorsOf(
  { authors }: Question,
  { table, index }: Scored,
  candidates: Uint8Array,
): readonly Signal[] {
  const author = new Float32Array(candidates.length);
  const form = new Float32Array(candidates.length);
  for (let at = 0; at < candidates.length; at += 1) {
    const row = candidates[at] === 1 ? table.rowOf(at) : undefined;
    if (row === undefined) continue;
    const { author: by } = row.document;
    if (by !== undefined && authors.has(by)) author[at] = 1;
    form[at] = formPenalty(index.lengthOf(at), row.isQuestion);
  }
  return [prior('author', author, AUTHOR_WEIGHT), prior('form', form, 1)];
}

function prior(name: SignalName, values: Float32Array, weight: number): Signal {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) * weight;
  return { name, shares: values, measure: (document) => (values[document] ?? 0) / weight };
}
