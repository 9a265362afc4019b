// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';

/**
 * The times of an index with `n` documents in it.
 *
 * @typedef {object} RetrievalTimes
 * @property {number} n
 * @property {readonly number[]} retrieveMs searches by words and meaning
 * @property {readonly number[]} wordsMs searches by words alone
 * @property {number} taskMs the longest task of the page over 50 ms during the searches
 * @property {readonly number[]} loadMs from opening a stored index to its first answer
 * @property {number} bytes of the page and its worker
 */

const QUERIES = 100;
const LOADS = 5;

/**
 * Measures retrieval in Chromium, an index of its own for each length.
 *
 * @param {readonly number[]} lengths
 * @param {number} [calls] the most searches, and the most loads, of a length
 * @returns {Promise<readonly RetrievalTimes[]>}
 */
export async function retrievalTimes(lengths, calls = QUERIES) {
  const effort = { queries: Math.min(QUERIES, calls), loads: Math.min(LOADS, calls) };
  const times = [];
  for (const n of lengths) {
    const measured = await withMeasuringPage(
      CODE,
      async (newTab) => {
        const { measure } = await newTab();
        return /** @type {Omit<RetrievalTimes, 'n'>} */ (await measure({ n, ...effort }));
      },
      { folder: 'bench' },
    );
    times.push({ n, ...measured });
  }
  return times;
}

const PAGE = fileURLToPath(new URL('./retrieval-page.mjs', import.meta.url));
const CODE = `
  import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';
  import { indexedDbSegmentStore } from '@agent-memory/indexeddb/long-term';
  import { measureRetrieval } from ${JSON.stringify(PAGE)};
  export const measure = (effort) =>
    measureRetrieval({ createRetrievalIndex, indexedDbSegmentStore }, effort);`;
