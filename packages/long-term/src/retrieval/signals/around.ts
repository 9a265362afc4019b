import { type DocumentTable, NONE } from '../documents/document-table.ts';
import { documentIn, type InvertedIndex, type Postings } from '../lexical/inverted-index.ts';
import type { Term } from '../text/analyzer.ts';

/** The weights of the first, second and third document before and behind. */
const BY_DISTANCE = [0.3, 0.12, 0.06] as const;
/** A later document explains less: an answer refers to its question, not the other way round. */
const LATER = 0.7;
/** An answer seldom repeats the words of its question. */
const AFTER_QUESTION = 2;
/** Beside a chat with an assistant, where every message has an answer with its words. */
const WITH_ROLES = 0.3;
/** Words that only stand nearby, beside what the documents nearby are worth themselves. */
const NEARBY_WORDS = 0.6;

/** Where documents stand, and which of them speak. */
interface Neighbourhood {
  readonly table: DocumentTable;
  readonly index: InvertedIndex;
  /** The score of each document by itself. */
  readonly base: Float32Array;
  /** The documents that speak for their neighbours. */
  readonly speakers: readonly number[];
}

/**
 * Scores the evidence of a document's neighbours in its session: how well they fit, and which words of
 * the question stand with them alone.
 *
 * @param unit what a share of 1 is in BM25.
 */
export function scoreAround(
  terms: readonly Term[],
  unit: number,
  { table, index, base, speakers }: Neighbourhood,
): Float32Array {
  const around = new Float32Array(base.length);
  const speaks = new Uint8Array(base.length);
  for (const document of speakers) {
    speaks[document] = 1;
    const worth = base[document] ?? 0;
    spread(document, table, (other, nearness) => {
      around[other] = (around[other] ?? 0) + nearness * worth;
    });
  }
  const nearest = new Float32Array(base.length);
  for (const { stem } of unit === 0 ? [] : terms) {
    const found = index.postingsOf(stem);
    if (found === undefined) continue;
    const weight = (NEARBY_WORDS * index.weightOf(found.length)) / unit;
    addNearbyWord(around, nearest, found, weight, { table, speaks });
  }
  if (!table.hasRoles) return around;
  for (let at = 0; at < around.length; at += 1) {
    const role = table.rowOf(at)?.document.role;
    if (role !== undefined) around[at] = (around[at] ?? 0) * WITH_ROLES;
  }
  return around;
}

/** Gives every document that lacks a word, and stands near one that has it, a part of its weight. */
function addNearbyWord(
  around: Float32Array,
  nearest: Float32Array,
  postings: Postings,
  weight: number,
  { table, speaks }: { readonly table: DocumentTable; readonly speaks: Uint8Array },
): void {
  const touched: number[] = [];
  for (const posting of postings) {
    const document = documentIn(posting);
    if (speaks[document] === 0) continue;
    spread(document, table, (other, nearness) => {
      if (nearest[other] === 0) touched.push(other);
      if (nearness > (nearest[other] ?? 0)) nearest[other] = nearness;
    });
  }
  for (const posting of postings) nearest[documentIn(posting)] = 0;
  for (const other of touched) {
    around[other] = (around[other] ?? 0) + weight * (nearest[other] ?? 0);
    nearest[other] = 0;
  }
}

/** Tells every neighbour of a document how near it is. */
function spread(
  document: number,
  table: DocumentTable,
  tell: (other: number, nearness: number) => void,
): void {
  const towardsLater = table.rowOf(document)?.isQuestion ? AFTER_QUESTION : 1;
  let earlier = document;
  let later = document;
  for (const nearness of BY_DISTANCE) {
    earlier = earlier === NONE ? NONE : table.previousOf(earlier);
    later = later === NONE ? NONE : table.nextOf(later);
    if (earlier !== NONE) tell(earlier, nearness * LATER);
    if (later !== NONE) tell(later, nearness * towardsLater);
  }
}
