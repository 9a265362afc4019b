import type { DocumentTable } from './documents/document-table.ts';
import { fingerprintOf } from './documents/fingerprint.ts';
import { explain } from './explain.ts';
import type { Fusion } from './fuse.ts';
import type { CutCandidate, RetrievalDocument, RetrievalHit } from './retrieval-index.ts';
import { type Scoring, selectTop } from './select-top.ts';

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
    const best = selectTop(fusion.candidates, fusion.scores, fetched, isOlderIn(table));
    const { kept, cut } = sift(best, table, nowMs);
    if (kept.length < wanted && best.length === fetched) continue;
    const chosen = kept.slice(0, wanted);
    const rest = kept.slice(wanted).map(({ number, score }): CutCandidate => {
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

function isOlderIn(table: DocumentTable): (a: number, b: number) => boolean {
  return (a, b) => (table.rowOf(a)?.sequence ?? 0) < (table.rowOf(b)?.sequence ?? 0);
}

function byScore(a: CutCandidate, b: CutCandidate): number {
  return b.score - a.score;
}
