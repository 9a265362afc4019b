import { type DocumentTable, NONE } from '../documents/document-table.ts';
import type { InvertedIndex } from '../lexical/inverted-index.ts';
import type { Term } from '../text/analyzer.ts';

/** What the first, second and third document before and behind count. */
const BY_DISTANCE = [0.3, 0.12, 0.06] as const;
/** What comes later explains less: an answer refers to its question, not the other way round. */
const LATER = 0.7;
/** An answer seldom repeats the words of its question. */
const AFTER_QUESTION = 2;
/** Words that only stand nearby, beside what the documents nearby are worth themselves. */
const NEARBY_WORDS = 0.6;

/** Where documents stand, and which of them may speak. */
interface Neighbourhood {
  readonly table: DocumentTable;
  readonly index: InvertedIndex;
  readonly allowed?: Uint8Array | undefined;
}

/**
 * Adds what the neighbours of a document in its session say: how well they fit, and which words of
 * the question stand with them alone.
 */
export function scoreAround(
  base: Float32Array,
  terms: readonly Term[],
  unit: number,
  { table, index, allowed }: Neighbourhood,
): Float32Array {
  const around = new Float32Array(base.length);
  for (let document = 0; document < base.length; document += 1) {
    const worth = base[document] ?? 0;
    if (worth > 0) {
      spread(document, table, (other, nearness) => {
        around[other] = (around[other] ?? 0) + nearness * worth;
      });
    }
  }
  if (unit > 0) addNearbyWords(around, terms, unit, { table, index, allowed });
  return around;
}

function addNearbyWords(
  around: Float32Array,
  terms: readonly Term[],
  unit: number,
  { table, index, allowed }: Neighbourhood,
): void {
  const nearest = new Float32Array(around.length);
  for (const { stem } of terms) {
    const found = index.postingsOf(stem);
    if (found === undefined) continue;
    const weight = (NEARBY_WORDS * index.weightOf(found.documents.size)) / unit;
    const touched: number[] = [];
    const { values, size } = found.documents;
    for (let at = 0; at < size; at += 1) {
      if (allowed?.[values[at] ?? 0] === 0) continue;
      spread(values[at] ?? 0, table, (other, nearness) => {
        if (nearest[other] === 0) touched.push(other);
        nearest[other] = Math.max(nearest[other] ?? 0, nearness);
      });
    }
    for (let at = 0; at < size; at += 1) nearest[values[at] ?? 0] = 0;
    for (const other of touched) {
      around[other] = (around[other] ?? 0) + weight * (nearest[other] ?? 0);
      nearest[other] = 0;
    }
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
