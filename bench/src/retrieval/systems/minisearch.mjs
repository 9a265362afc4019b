// @ts-check
import MiniSearch from 'minisearch';
import { termOf } from './english.mjs';

/** @typedef {import('./system.mjs').RetrievalSystem} RetrievalSystem */
/** @typedef {import('../dataset.mjs').Turn} Turn */

/** Stop words and stems, no prefixes; the length of a turn does not count. */
const TUNED = /** @type {const} */ ({
  processTerm: termOf,
  searchOptions: { bm25: { k: 1.2, b: 0, d: 0.5 } },
});

/** @type {RetrievalSystem} */
export const miniSearch = {
  name: 'minisearch',
  open: async ({ turns }) => searchOf(indexOf(turns, { fields: ['spoken'] })),
};

/** @type {RetrievalSystem} */
export const miniSearchTuned = {
  name: 'minisearch tuned',
  open: async ({ turns }) => searchOf(indexOf(turns, { fields: ['spoken'], ...TUNED })),
};

/** Each turn has the turns before and behind it in its session as fields of less weight. */
const NEAR = 2;
const NEAR_WEIGHT = 0.4;

/** @type {RetrievalSystem} */
export const miniSearchNeighbours = {
  name: 'minisearch with neighbouring turns',
  open: async ({ turns }) => {
    const documents = turns.map((turn, at) => ({
      ...turn,
      near: turns
        .slice(Math.max(0, at - NEAR), at + NEAR + 1)
        .filter((other) => other !== turn && other.sessionId === turn.sessionId)
        .map(({ spoken }) => spoken)
        .join(' '),
    }));
    const { searchOptions, ...tuned } = TUNED;
    const index = indexOf(documents, {
      fields: ['spoken', 'near'],
      ...tuned,
      searchOptions: { ...searchOptions, boost: { near: NEAR_WEIGHT } },
    });
    return searchOf(index);
  },
};

/**
 * Scores of the tuned index, for fusions.
 *
 * @param {readonly Turn[]} turns
 * @returns {(question: string) => ReadonlyMap<string, number>}
 */
export function tunedScores(turns) {
  const index = indexOf(turns, { fields: ['spoken'], ...TUNED });
  return (question) => new Map(index.search(question).map(({ id, score }) => [id, score]));
}

/**
 * @param {readonly Turn[]} turns
 * @param {import('minisearch').Options} options
 */
function indexOf(turns, options) {
  const index = new MiniSearch(options);
  index.addAll(turns);
  return index;
}

/**
 * @param {MiniSearch} index
 * @returns {import('./system.mjs').Search}
 */
function searchOf(index) {
  return (question, k) =>
    index
      .search(question)
      .slice(0, k)
      .map(({ id }) => id);
}
