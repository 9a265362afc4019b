import { expect, test } from 'vitest';
import { piecesOf } from '../../packages/long-term/src/guard/check-text.ts';
import { BIAS, WEIGHTS } from '../../packages/long-term/src/guard/weights.ts';
import { corpusOf } from './corpus.mjs';
import { fitScorer } from './fit-scorer.mjs';
import { SEED } from './seed.mjs';

test('[GRD-2] fitting the scorer anew to the texts of this folder gives the weights that ship', () => {
  const { bias, weights } = fitScorer(corpusOf(SEED), piecesOf);
  expect(bias).toBeCloseTo(BIAS, 1);
  expect(Object.keys(weights)).toEqual([...WEIGHTS.keys()]);
  for (const [sign, weight] of WEIGHTS) expect(weights[sign]).toBeCloseTo(weight, 1);
});

test('[GRD-2] the same seed gives the same texts, and another one others', () => {
  expect(corpusOf(SEED)).toEqual(corpusOf(SEED));
  expect(corpusOf(SEED + 1)).not.toEqual(corpusOf(SEED));
});
