import type { DocumentTable } from './documents/document-table.ts';
import { highest } from './focus.ts';
import type { InvertedIndex } from './lexical/inverted-index.ts';
import { scoreAround } from './signals/around.ts';
import { dateFits } from './signals/date.ts';
import { formPenalty } from './signals/form.ts';
import { type Cosines, scaleMeaning } from './signals/meaning.ts';
import type { Question } from './signals/question.ts';
import { roleShares } from './signals/role.ts';
import { scoreSessions } from './signals/session.ts';
import { scoreWords, type WordScores } from './signals/words.ts';
import type { Term } from './text/analyzer.ts';
import { guessLanguage } from './text/guess-language.ts';

/** The signals by the names under which a hit explains itself [RET-3]. */
export type SignalName =
  | 'name'
  | 'words'
  | 'neighbour-words'
  | 'meaning'
  | 'around'
  | 'author'
  | 'session'
  | 'date'
  | 'form'
  | 'role';

/** The measure and the share that one signal gives every document, by number. */
export interface Signal {
  readonly name: SignalName;
  /** Its part of each document's score. */
  readonly shares: Float32Array;
  /** Its own measure of a document: BM25, a cosine, 0…1. */
  readonly measure: (document: number) => number;
}

/** The scores of all candidates, and the signals whose shares add up to them. */
export interface Fusion {
  /** The documents that something speaks for, by number, in no order. */
  readonly candidates: readonly number[];
  readonly scores: Float32Array;
  readonly signals: readonly Signal[];
}

/** The sources that documents are scored from. */
export interface Scored {
  readonly table: DocumentTable;
  readonly index: InvertedIndex;
  /** The passages of long documents. */
  readonly passages: InvertedIndex;
  readonly neighboursOf: (term: Term) => ReadonlyMap<string, number>;
  /** Asked with the shares of words; absent where no model speaks. */
  readonly cosines?: ((words: Float32Array) => Cosines | undefined) | undefined;
  /** 0 beside each document that the filters keep out; absent where all are let through. */
  readonly allowed?: Uint8Array | undefined;
}

/**
 * Beside words, which count 1. A cosine finds what is said in other words, and is vague: with more
 * weight it replaces documents that have the very words.
 */
const MEANING_WEIGHT = 0.5;
const AUTHOR_WEIGHT = 0.3;
const SESSION_WEIGHT = 0.2;
const DATE_WEIGHT = 0.45;

/** Words where the question and the document are of two languages, and documents that are looked at. */
const FOREIGN = 0.1;
const CLOSELY = 256;

/** A date makes a candidate by itself where it fits at least so well. */
const LEAST_DATE_FIT = 0.9;

/** Documents that are looked at closely, with their neighbours; a smaller collection has all of them. */
const FOCUS = 4096;

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
  const { table, index } = scored;
  const evidence = evidenceOf(question, scored);
  const dates = dateFits(table.timesMs, table.capacity, question.dates);
  const speakers = focusOf(evidence.base, dates, scored.allowed);
  const place = { table, index, base: evidence.base, speakers };
  const around = scoreAround(question.terms, evidence.unit, place);
  const candidates = candidatesAround(speakers, around, scored);
  const sessions = scoreSessions(evidence.base, table, candidates);
  const signals: Signal[] = [
    ...evidence.signals,
    { name: 'around', shares: around, measure: (document) => around[document] ?? 0 },
    prior('session', sessions, SESSION_WEIGHT),
    prior('date', dates, DATE_WEIGHT),
    prior('author', authorsOf(question, table, candidates), AUTHOR_WEIGHT),
    prior('form', formsOf(scored, candidates), 1),
  ];
  const scores = new Float32Array(table.capacity);
  for (const document of candidates) {
    let score = 0;
    for (const { shares } of signals) score += shares[document] ?? 0;
    scores[document] = score;
  }
  if (!table.hasRoles) return { candidates, scores, signals };
  const roles = roleShares(question.wish, scores, table, candidates);
  for (const document of candidates) {
    scores[document] = (scores[document] ?? 0) + (roles[document] ?? 0);
  }
  signals.push(prior('role', roles, 1));
  return { candidates, scores, signals };
}

interface Evidence {
  /** The evidence in the document itself: words, their neighbours and meaning, 0…1. */
  readonly base: Float32Array;
  /** The BM25 score that a share of 1 of `base` stands for. */
  readonly unit: number;
  readonly signals: readonly Signal[];
}

function evidenceOf(question: Question, scored: Scored): Evidence {
  const { table, allowed } = scored;
  const found = scoreWords(question.terms, scored);
  const cosines = scored.cosines?.(found.words);
  if (cosines !== undefined && question.isForeign) lowerForeign(found, question, table);
  const whole = cosines === undefined ? 1 : 1 + MEANING_WEIGHT;
  const signals: Signal[] = [
    ofWords('words', found.words, found, whole),
    ofWords('neighbour-words', found.neighbourWords, found, whole),
  ];
  if (cosines !== undefined) {
    const shares = weigh(scaleMeaning(cosines, found.words), MEANING_WEIGHT / whole);
    const measure = (document: number) => cosines.values[document] || 0;
    signals.splice(1, 0, { name: 'meaning', shares, measure });
  }
  const base = new Float32Array(table.capacity);
  for (const { shares } of signals) {
    for (let at = 0; at < base.length; at += 1) {
      if (allowed?.[at] === 0) shares[at] = 0;
      else base[at] = (base[at] ?? 0) + (shares[at] ?? 0);
    }
  }
  return { base, unit: found.unit * whole, signals };
}

/** Words of another language look alike by chance, where meaning speaks too. */
function lowerForeign(
  { words, neighbourWords }: WordScores,
  { language }: Question,
  table: DocumentTable,
): void {
  for (const shares of [words, neighbourWords]) {
    for (const document of highest(shares, CLOSELY)) {
      const text = table.rowOf(document)?.document.text ?? '';
      if (guessLanguage(text) !== language) shares[document] = (shares[document] ?? 0) * FOREIGN;
    }
  }
}

function ofWords(
  name: 'words' | 'neighbour-words',
  values: Float32Array,
  { unit }: WordScores,
  whole: number,
): Signal {
  const shares = weigh(values, 1 / whole);
  return { name, shares, measure: (document) => (shares[document] ?? 0) * whole * unit };
}

/** The documents with the most evidence, the date that they bear included. */
function focusOf(
  base: Float32Array,
  dates: Float32Array,
  allowed: Uint8Array | undefined,
): readonly number[] {
  const evidence = new Float32Array(base);
  for (let at = 0; at < evidence.length; at += 1) {
    const fit = dates[at] ?? 0;
    const speaks = (evidence[at] ?? 0) > 0 || fit >= LEAST_DATE_FIT;
    if (speaks && fit > 0 && allowed?.[at] !== 0) {
      evidence[at] = (evidence[at] ?? 0) + DATE_WEIGHT * fit;
    }
  }
  return highest(evidence, FOCUS);
}

/** The documents in focus, and those that they speak for. */
function candidatesAround(
  speakers: readonly number[],
  around: Float32Array,
  { table, allowed }: Scored,
): readonly number[] {
  const candidates = [...speakers];
  const isTaken = new Uint8Array(around.length);
  for (const speaker of speakers) isTaken[speaker] = 1;
  for (let at = 0; at < around.length; at += 1) {
    if ((around[at] ?? 0) <= 0 || isTaken[at] === 1 || allowed?.[at] === 0) continue;
    if (table.rowOf(at) !== undefined) candidates.push(at);
  }
  return candidates;
}

function authorsOf(
  { authors }: Question,
  table: DocumentTable,
  candidates: readonly number[],
): Float32Array {
  const named = new Float32Array(table.capacity);
  if (authors.size === 0) return named;
  for (const document of candidates) {
    const author = table.rowOf(document)?.document.author;
    if (author !== undefined && authors.has(author)) named[document] = 1;
  }
  return named;
}

function formsOf({ table, index }: Scored, candidates: readonly number[]): Float32Array {
  const forms = new Float32Array(table.capacity);
  for (const document of candidates) {
    const isQuestion = table.rowOf(document)?.isQuestion === true;
    forms[document] = formPenalty(index.lengthOf(document), isQuestion);
  }
  return forms;
}

function prior(name: SignalName, values: Float32Array, weight: number): Signal {
  const shares = weigh(values, weight);
  return { name, shares, measure: (document) => (shares[document] ?? 0) / weight };
}

function weigh(values: Float32Array, weight: number): Float32Array {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) * weight;
  return values;
}
