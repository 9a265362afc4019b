import type { Fusion, Signal } from './fuse.ts';
import type { SignalScore } from './retrieval-index.ts';
import type { Scoring } from './select-top.ts';

/** Gives by document number the measure, the rank among all candidates and the share of every signal. */
export function explain(
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
