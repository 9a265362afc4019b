import type { Fusion, Signal } from '../fuse.ts';
import type { InvertedIndex } from '../lexical/inverted-index.ts';
import type { Term } from '../text/analyzer.ts';
import type { Named } from './name-table.ts';

/** As much as every word of the question: whoever says a name means what has it. */
const NAME_WEIGHT = 1;

/** A fusion in which the documents that the question names stand ahead. */
export function withNames(fusion: Fusion, { names }: Named): Fusion {
  if (names.size === 0) return fusion;
  const scores = new Float32Array(fusion.scores);
  const shares = new Float32Array(scores.length);
  for (const document of names.keys()) {
    shares[document] = NAME_WEIGHT;
    scores[document] = (scores[document] ?? 0) + NAME_WEIGHT;
  }
  const signal: Signal = { name: 'name', shares, measure: (document) => shares[document] ?? 0 };
  const candidates = [...new Set([...fusion.candidates, ...names.keys()])];
  return { candidates, scores, signals: [signal, ...fusion.signals] };
}

/**
 * How much of a question the words of a document have, 0 to 1. Words that no text has are missed, and words that name
 * a document say nothing for the others.
 */
export function coverageOf(
  terms: readonly Term[],
  { stems }: Named,
  index: InvertedIndex,
): (document: number) => number {
  const weightOf = (stem: string) => index.weightOf(index.postingsOf(stem)?.length ?? 0);
  const sumOf = (some: readonly Term[]) => some.reduce((sum, { stem }) => sum + weightOf(stem), 0);
  const whole = sumOf(terms);
  return (document) => {
    const own = index.termsOf(document);
    const had = terms.filter(({ stem }) => own.has(stem) && !stems.has(stem));
    return whole === 0 ? 0 : sumOf(had) / whole;
  };
}
