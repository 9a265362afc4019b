import { fitScorer, scoreBy } from './fit-scorer.mjs';

const FOLDS = 5;

/**
 * The finds of a scorer that was fitted without the patterns of a text: each fifth of the patterns in turn.
 *
 * @param {readonly import('./corpus.mjs').Example[]} examples
 * @param {import('./fit-scorer.mjs').PiecesOf} piecesOf
 * @returns {readonly { readonly kind: string, readonly texts: number, readonly flagged: number }[]}
 */
export function heldOutRates(examples, piecesOf) {
  /** @type {Map<string, { texts: number, flagged: number }>} */
  const byKind = new Map();
  const count = (/** @type {string} */ kind, /** @type {boolean} */ isFlagged) => {
    const row = byKind.get(kind) ?? { texts: 0, flagged: 0 };
    byKind.set(kind, { texts: row.texts + 1, flagged: row.flagged + Number(isFlagged) });
  };
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const scorer = fitScorer(
      examples.filter(({ pattern }) => pattern % FOLDS !== fold),
      piecesOf,
    );
    for (const { text, kind, pattern, isAttack } of examples) {
      if (pattern % FOLDS !== fold) continue;
      const isFlagged = scoreBy(scorer, piecesOf, text) >= 0;
      count(`${isAttack ? 'attack' : 'harmless'}: ${kind}`, isFlagged);
      count(isAttack ? 'attack' : 'harmless', isFlagged);
    }
  }
  return [...byKind]
    .map(([kind, row]) => ({ kind, ...row }))
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));
}
