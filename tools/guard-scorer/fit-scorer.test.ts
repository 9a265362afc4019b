import { expect, test } from 'vitest';
import { piecesOf } from '../../packages/long-term/src/guard/check-text.ts';
import { BIAS, WEIGHTS } from '../../packages/long-term/src/guard/weights.ts';
import { corpusOf } from './corpus.mjs';
import { fitScorer } from './fit-scorer.mjs';
import { SEED } from './seed.mjs';

const fitted = fitScorer(corpusOf(SEED), piecesOf);

test('[GRD-2] fitting the scorer anew to the texts of this folder gives the weights that ship', () => {
  const { bias, weights } = fitted;
  expect(bias).toBeCloseTo(BIAS, 1);
  expect(Object.keys(weights)).toEqual([...WEIGHTS.keys()]);
  for (const [sign, weight] of WEIGHTS) expect(weights[sign]).toBeCloseTo(weight, 1);
});

test('[GRD-2] the same seed gives the same texts, and another one others', () => {
  expect(corpusOf(SEED)).toEqual(corpusOf(SEED));
  expect(corpusOf(SEED + 1)).not.toEqual(corpusOf(SEED));
});

/** From outside, of an agent, of a user. */
const HELD_FROM = [0, 1.5, 6];
/** A weight that is wrong by so much changes a verdict. */
const WRONG = 0.5;

test('[GRD-2] a weight that is weaker or stronger holds a text that passes, or passes one that is held', () => {
  const signs = new Map(Object.entries(fitted.weights));
  const scoreOf = (piece: readonly string[], weights: ReadonlyMap<string, number>, bias: number) =>
    piece.reduce((sum, sign) => sum + (weights.get(sign) ?? 0), bias);
  const pieces = corpusOf(SEED).flatMap(({ text }) =>
    piecesOf(text).map((piece) => {
      const known = [...piece.signs].filter((sign) => signs.has(sign));
      const [score, shipped] = [scoreOf(known, signs, fitted.bias), scoreOf(known, WEIGHTS, BIAS)];
      // Rounding alone decides about a score this near to a threshold.
      const isTold = HELD_FROM.every((from) => Math.abs(score - from) > 0.02);
      return { known: new Set(known), score, shipped, isTold };
    }),
  );
  const told = pieces.filter(({ isTold }) => isTold);
  const verdicts = (score: number) => HELD_FROM.map((from) => score >= from).join();
  const decided = [...signs.keys()].flatMap((sign) =>
    [WRONG, -WRONG].flatMap((change) => {
      const piece = told.find(
        ({ known, score }) => known.has(sign) && verdicts(score + change) !== verdicts(score),
      );
      return piece ? [{ sign, piece }] : [];
    }),
  );
  for (const { sign, piece } of decided) {
    expect([sign, verdicts(piece.shipped)]).toEqual([sign, verdicts(piece.score)]);
  }
  // The rest are pairs that few texts have, far from each threshold.
  const known = new Set(decided.map(({ sign }) => sign));
  const open = [...signs.keys()].filter((sign) => !known.has(sign));
  expect(open.filter((sign) => !sign.includes('+'))).toEqual([]);
  expect(open.length).toBeLessThan(0.07 * signs.size);
});
