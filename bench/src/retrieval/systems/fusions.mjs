// @ts-check
import { tunedScores } from './minisearch.mjs';

/** @typedef {import('./system.mjs').RetrievalSystem} RetrievalSystem */
/** @typedef {import('../dataset.mjs').Turn} Turn */
/** @typedef {import('../vectors.mjs').Vectors} Vectors */

/** The usual constant of reciprocal rank fusion. */
const RANK_CONSTANT = 60;

/** @type {RetrievalSystem} */
export const miniLm = {
  name: 'minilm alone',
  needsVectors: true,
  open: async ({ turns }, vectors) => {
    const cosines = cosinesOf(turns, vectors);
    return (question, k) => best(cosines(question), k);
  },
};

/** @type {RetrievalSystem} */
export const rankFusion = fusion('rank fusion of minisearch tuned and minilm', (scores) =>
  best(scores, scores.size).map((id, at) => [id, 1 / (RANK_CONSTANT + at + 1)]),
);

/** @type {RetrievalSystem} */
export const scoreFusion = fusion(
  'score fusion of minisearch tuned and minilm',
  (scores, turns) => {
    const lowest = scores.size < turns.length ? 0 : Math.min(...scores.values());
    const span = Math.max(...scores.values()) - lowest || 1;
    return [...scores].map(([id, score]) => [id, (score - lowest) / span]);
  },
);

/**
 * Adds up, for each turn, its points by words and by vectors.
 *
 * @param {string} name
 * @param {(scores: ReadonlyMap<string, number>, turns: readonly Turn[]) => readonly (readonly [string, number])[]} pointsOf
 * @returns {RetrievalSystem}
 */
function fusion(name, pointsOf) {
  return {
    name,
    needsVectors: true,
    open: async ({ turns }, vectors) => {
      const words = tunedScores(turns);
      const cosines = cosinesOf(turns, vectors);
      return (question, k) => {
        /** @type {Map<string, number>} */
        const fused = new Map();
        for (const scores of [words(question), cosines(question)]) {
          for (const [id, points] of pointsOf(scores, turns)) {
            fused.set(id, (fused.get(id) ?? 0) + points);
          }
        }
        return best(fused, k);
      };
    },
  };
}

/**
 * @param {readonly Turn[]} turns
 * @param {Vectors} vectors
 * @returns {(question: string) => ReadonlyMap<string, number>}
 */
function cosinesOf(turns, vectors) {
  const none = new Float32Array();
  return (question) => {
    const asked = vectors.get(question) ?? none;
    return new Map(turns.map(({ id, spoken }) => [id, dot(asked, vectors.get(spoken) ?? none)]));
  };
}

/**
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
function dot(a, b) {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/**
 * @param {ReadonlyMap<string, number>} scores
 * @param {number} k
 */
function best(scores, k) {
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, k)
    .map(([id]) => id);
}
