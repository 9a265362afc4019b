import type { DocumentTable } from '../documents/document-table.ts';
import {
  countIn,
  documentIn,
  type InvertedIndex,
  type Postings,
} from '../lexical/inverted-index.ts';
import { LEAST_BEGINNING } from '../lexical/like-terms.ts';
import type { WordNeighbours } from '../neighbours/word-neighbours.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import { isJoined } from '../text/scripts.ts';

/** A term that stands three times says little more than one that stands once. */
const SATURATION = 0.8;
/** How far a long document has to say more to be worth the same: turns are short, so a little. */
const LENGTH_NORM = 0.2;
/** Terms beyond which a text has every word by chance: its length counts in full from here on. */
const LONG = 40;
/** The best passage of a long text, beside the whole. */
const PASSAGE_WEIGHT = 0.5;
/** A neighbour is not the word itself, and may be its opposite. */
const NEIGHBOUR_WEIGHT = 0.7;

/** Letters of a word that may have other forms, and the least part of the longer form that they share. */
const SHORTEST_FORM = LEAST_BEGINNING + 1;
const LEAST_SHARED = 0.6;
const HAN = /\p{sc=Han}/u;

/** How far each document has the words of a question, as shares of all they could say together. */
export interface WordScores {
  /** BM25 as a share: 1 where every word stands once in a text of average length. */
  readonly words: Float32Array;
  /** Words of like meaning, where the word itself is absent. */
  readonly neighbourWords: Float32Array;
  /** The BM25 score that a share of 1 stands for. */
  readonly unit: number;
}

/** The sources that words are looked up in. */
export interface WordSources {
  readonly table: DocumentTable;
  readonly index: InvertedIndex;
  readonly passages: InvertedIndex;
  readonly neighboursOf: (term: Term) => ReadonlyMap<string, number>;
}

/** Scores documents by the words of a question and by their neighbours. */
export function scoreWords(
  terms: readonly Term[],
  { index, passages, table, neighboursOf }: WordSources,
): WordScores {
  const { capacity } = table;
  const ofPassages = new Float32Array(capacity);
  const words = new Float32Array(capacity);
  const neighbourWords = new Float32Array(capacity);
  const asked = new Set(terms.map(({ stem }) => stem));
  const seen = new Uint8Array(capacity);
  let unit = 0;
  for (const term of terms) {
    const found = index.postingsOf(term.stem);
    const weight = index.weightOf(found?.length ?? 0);
    seen.fill(0);
    if (found !== undefined) addBm25(words, seen, found, { index, weight });
    const within = passages.postingsOf(term.stem);
    if (within !== undefined) addBm25(ofPassages, seen, within, { index: passages, weight });
    const bridged = addNeighbours(neighbourWords, seen, neighboursOf(term), {
      index,
      weight,
      asked,
    });
    unit += found === undefined ? bridged : weight;
  }
  joinPassages(words, ofPassages, table);
  if (unit > 0) {
    scale(words, 1 / unit);
    scale(neighbourWords, 1 / unit);
  }
  return { words, neighbourWords, unit };
}

function addBm25(
  scores: Float32Array,
  seen: Uint8Array,
  postings: Postings,
  { index, weight }: { readonly index: InvertedIndex; readonly weight: number },
): void {
  const average = index.averageLength;
  for (const posting of postings) {
    const document = documentIn(posting);
    const count = countIn(posting);
    const terms = index.lengthOf(document);
    const beyond = Math.max(0, terms / LONG - 1);
    const length = 1 - LENGTH_NORM + (LENGTH_NORM * terms) / average + beyond;
    const bm25 = (weight * count * (SATURATION + 1)) / (count + SATURATION * length);
    scores[document] = (scores[document] ?? 0) + bm25;
    seen[document] = 1;
  }
}

/** Gives a long document the mean of its own score and that of its best passage. */
function joinPassages(
  words: Float32Array,
  ofPassages: Float32Array,
  { passages }: DocumentTable,
): void {
  const best = new Map<number, number>();
  for (const [passage, document] of passages) {
    const score = ofPassages[passage] ?? 0;
    if (score > (best.get(document) ?? 0)) best.set(document, score);
  }
  for (const [document, score] of best) {
    words[document] = (1 - PASSAGE_WEIGHT) * (words[document] ?? 0) + PASSAGE_WEIGHT * score;
  }
}

/** The best neighbour of a word counts, once; gives the weight of the rarest that was found. */
function addNeighbours(
  scores: Float32Array,
  seen: Uint8Array,
  neighbours: ReadonlyMap<string, number>,
  about: {
    readonly index: InvertedIndex;
    readonly weight: number;
    readonly asked: ReadonlySet<string>;
  },
): number {
  let rarest = 0;
  for (const [stem, closeness] of closestFirst(neighbours)) {
    const found = about.asked.has(stem) ? undefined : about.index.postingsOf(stem);
    if (found === undefined) continue;
    const weight = Math.min(about.weight, about.index.weightOf(found.length));
    rarest = Math.max(rarest, weight);
    for (const posting of found) {
      const document = documentIn(posting);
      if (seen[document] === 1) continue;
      seen[document] = 1;
      scores[document] = (scores[document] ?? 0) + NEIGHBOUR_WEIGHT * closeness * weight;
    }
  }
  return rarest;
}

/** Neighbours of a term by stem, with their closeness. */
export function neighbourStems(
  term: Term,
  table: WordNeighbours | undefined,
  analyzer: Analyzer,
): ReadonlyMap<string, number> {
  const stems = new Map<string, number>();
  if (table === undefined || table.language !== analyzer.language) return stems;
  for (const { word, closeness } of table.neighboursOf(term.folded)) {
    const stem = analyzer.stem(word);
    if (stem !== term.stem) stems.set(stem, Math.max(stems.get(stem) ?? 0, closeness));
  }
  return stems;
}

/**
 * Terms that the documents have in place of one, with their closeness: in a script without blanks those
 * that are part of it or that it is part of, elsewhere, for a term that no document has, those that
 * differ in their ending.
 */
export function otherForms({ stem }: Term, index: InvertedIndex): ReadonlyMap<string, number> {
  const forms = new Map<string, number>();
  const joined = isJoined(stem);
  if (!joined && (stem.length < SHORTEST_FORM || index.postingsOf(stem) !== undefined))
    return forms;
  for (const term of index.likeTerms(stem)) {
    const shared = joined ? sharedPart(stem, term) : sharedBeginning(stem, term);
    if (shared > 0 && term !== stem) forms.set(term, shared / Math.max(stem.length, term.length));
  }
  // Of equals the first counts: not by when it came to the index.
  return new Map([...forms].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function sharedPart(one: string, other: string): number {
  const [part, whole] = one.length < other.length ? [one, other] : [other, one];
  const isWord = part.length > 1 || HAN.test(part);
  return isWord && whole.includes(part) ? part.length : 0;
}

/** 0 where more than an ending differs. */
function sharedBeginning(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  const isForm = shared >= LEAST_SHARED * Math.max(one.length, other.length);
  return shared >= LEAST_BEGINNING && isForm ? shared : 0;
}

function closestFirst(neighbours: ReadonlyMap<string, number>): readonly [string, number][] {
  return [...neighbours].sort(([, a], [, b]) => b - a);
}

function scale(values: Float32Array, factor: number): void {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) * factor;
}
