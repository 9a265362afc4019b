import { firstBy } from '../platform/first-by.ts';
import { bareText } from '../records/bare-text.ts';
import { type DocumentTable, NONE } from './documents/document-table.ts';
import type { Fusion, Signal } from './fuse.ts';
import type {
  CutCandidate,
  RetrievalDocument,
  RetrievalHit,
  SignalScore,
} from './retrieval-index.ts';
import { answerTo } from './signals/role.ts';

/** The candidates of a search that may be shown, best first, and those that may not. */
export interface Gathered {
  readonly candidates: readonly RetrievalHit[];
  readonly cut: readonly CutCandidate[];
}

/**
 * Takes the best documents until there are `wanted` that neither expired nor say the same as a better
 * one: more are fetched for each that falls away [RET-8].
 */
export function gather(
  fusion: Fusion,
  table: DocumentTable,
  { wanted, nowMs }: { readonly wanted: number; readonly nowMs: number },
): Gathered {
  for (let fetched = wanted + OVER_FETCH; ; fetched *= 4) {
    const best = selectTop(fusion, table, fetched);
    const { kept, cut } = sift(best, table, nowMs);
    if (kept.length < wanted && best.length === fetched) continue;
    const chosen = withAnswer(kept, { wanted, nowMs }, fusion, table);
    const rest = kept
      .filter((scoring) => !chosen.includes(scoring))
      .map(({ number, score }): CutCandidate => {
        return { id: table.rowOf(number)?.document.id ?? '', rule: 'BELOW_LIMIT', score };
      });
    return { candidates: hitsOf(chosen, fusion, table), cut: [...cut, ...rest].sort(byScore) };
  }
}

/** Beyond what is asked for, so that the best of the rest can be named. */
const OVER_FETCH = 10;

interface Sifted {
  readonly kept: readonly Scoring[];
  readonly cut: readonly CutCandidate[];
}

function sift(best: readonly Scoring[], table: DocumentTable, nowMs: number): Sifted {
  const kept: Scoring[] = [];
  const cut: CutCandidate[] = [];
  const firstOf = new Map<string, string>();
  for (const scoring of best) {
    const row = table.rowOf(scoring.number);
    if (row === undefined) continue;
    const { id } = row.document;
    const key = sameness(row.document);
    const duplicateOf = firstOf.get(key);
    if (hasExpired(row.document, nowMs)) cut.push({ id, rule: 'EXPIRED', score: scoring.score });
    else if (duplicateOf !== undefined) {
      cut.push({ id, rule: 'DUPLICATE', score: scoring.score, duplicateOf });
    } else {
      firstOf.set(key, id);
      kept.push(scoring);
    }
  }
  return { kept, cut };
}

/** The best, with the answer to the very best in the tenth place at the latest. */
function withAnswer(
  kept: readonly Scoring[],
  { wanted, nowMs }: { readonly wanted: number; readonly nowMs: number },
  { candidates, scores }: Fusion,
  table: DocumentTable,
): readonly Scoring[] {
  const chosen = kept.slice(0, wanted);
  const number = answerTo(chosen[0]?.number ?? NONE, table);
  const document = table.rowOf(number)?.document;
  const place = Math.min(wanted, LAST_FOR_ANSWER) - 1;
  const isThere = chosen.slice(0, place).some((one) => one.number === number);
  if (document === undefined || isThere || wanted < LEAST_FOR_ANSWER) return chosen;
  if (hasExpired(document, nowMs) || !candidates.includes(number)) return chosen;
  const answer = kept.find((one) => one.number === number);
  const others = chosen.filter((one) => one !== answer);
  others.splice(place, 0, answer ?? { number, score: scores[number] ?? 0 });
  return others.slice(0, wanted);
}

/** Hits that have a place for the answer to the best, and where that is at the latest. */
const LEAST_FOR_ANSWER = 5;
const LAST_FOR_ANSWER = 10;

function hasExpired({ expiresAtMs }: RetrievalDocument, nowMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= nowMs;
}

/** The same words by another author, or about somebody else, are another memory. */
function sameness(document: RetrievalDocument): string {
  const { author = '', fields } = document;
  return JSON.stringify([fingerprintOf(document), author, fields?.namespace ?? '']);
}

function hitsOf(
  chosen: readonly Scoring[],
  fusion: Fusion,
  table: DocumentTable,
): readonly RetrievalHit[] {
  const explained = explain(fusion, chosen);
  return chosen.flatMap(({ number, score }, at) => {
    const document = table.rowOf(number)?.document;
    const signals = explained.get(number) ?? {};
    return document === undefined ? [] : [{ document, rank: at + 1, score, signals }];
  });
}

function byScore(a: CutCandidate, b: CutCandidate): number {
  return b.score - a.score;
}

const fingerprints = new WeakMap<RetrievalDocument, number>();

/**
 * A number of 53 bits for what a document says: texts that differ in case, blanks and punctuation alone
 * have the same; signs of numbers, operators and symbols count. Made when it is first asked for, because
 * an index that opens would wait for all of them.
 */
function fingerprintOf(document: RetrievalDocument): number {
  let fingerprint = fingerprints.get(document);
  if (fingerprint === undefined) {
    fingerprint = hashOf(document.text);
    fingerprints.set(document, fingerprint);
  }
  return fingerprint;
}

function hashOf(text: string): number {
  const plain = bareText(text, ' ');
  let high = 0x811c9dc5;
  let low = 0x2545f491;
  for (let at = 0; at < plain.length; at += 1) {
    const unit = plain.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

/** Gives by document number the measure, the rank among all candidates and the share of every signal. */
function explain(
  { signals, candidates }: Fusion,
  hits: readonly Scoring[],
): ReadonlyMap<number, Readonly<Record<string, SignalScore>>> {
  const explained = new Map<number, Record<string, SignalScore>>(
    hits.map(({ number }) => [number, {}]),
  );
  for (const signal of signals) {
    const ranks = ranksOf(signal, candidates, hits);
    for (const { number } of hits) {
      const share = signal.shares[number] ?? 0;
      const entry = explained.get(number);
      if (share === 0 || entry === undefined) continue;
      entry[signal.name] = { score: signal.measure(number), rank: ranks.get(number) ?? 1, share };
    }
  }
  return explained;
}

/** One more than the number of candidates that the signal puts higher. */
function ranksOf(
  { shares }: Signal,
  candidates: readonly number[],
  hits: readonly Scoring[],
): ReadonlyMap<number, number> {
  const sorted = hits.map(({ number }) => shares[number] ?? 0).sort((a, b) => a - b);
  const above = new Array<number>(sorted.length + 1).fill(0);
  const [lowest = 0] = sorted;
  for (const candidate of candidates) {
    const share = shares[candidate] ?? 0;
    if (share <= lowest) continue;
    let place = 0;
    while (place < sorted.length && share > (sorted[place] ?? 0)) place += 1;
    above[place] = (above[place] ?? 0) + 1;
  }
  const ranks = new Map<number, number>();
  for (const { number } of hits) {
    const share = shares[number] ?? 0;
    let higher = 0;
    for (let place = sorted.length; place > 0 && (sorted[place - 1] ?? 0) >= share; place -= 1) {
      higher += above[place] ?? 0;
    }
    ranks.set(number, higher + 1);
  }
  return ranks;
}

/** A document by number, with its score. */
interface Scoring {
  readonly number: number;
  readonly score: number;
}

/** The best of many candidates, best first; of equal scores the older document's. */
function selectTop(
  { candidates, scores }: Fusion,
  table: DocumentTable,
  most: number,
): readonly Scoring[] {
  const age = (number: number) => table.rowOf(number)?.sequence ?? 0;
  const best = firstBy(
    candidates,
    most,
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || age(a) - age(b),
  );
  return best.map((number) => ({ number, score: scores[number] ?? 0 }));
}
