// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';

/**
 * The times of the store with `n` messages in it.
 *
 * @typedef {object} StoreTimes
 * @property {number} n
 * @property {readonly number[]} writeMs one message committed
 * @property {readonly number[]} loadMs the session read whole by a store that was just opened
 * @property {readonly number[]} logRotationMs by how much a new log at the start of a page delays the first call
 * @property {readonly number[]} canaryMs the part of a commit that the canary takes
 */

const WRITES = 200;
const LOADS = 5;

/**
 * Measures the IndexedDB store in Chromium, a database of its own for each length.
 *
 * @param {readonly number[]} lengths
 * @param {number} [calls] the most writes, and the most loads, of a length
 * @returns {Promise<readonly StoreTimes[]>}
 */
export async function storeTimes(lengths, calls = WRITES) {
  const effort = { writes: Math.min(WRITES, calls), loads: Math.min(LOADS, calls) };
  return withMeasuringPage(CODE, async (newTab) => {
    const tab = await newTab();
    const times = [];
    for (const n of lengths) {
      /** @type {Omit<StoreTimes, 'n'>} */
      const measured = await tab.measure({ n, ...effort });
      times.push({ n, ...measured });
    }
    return times;
  });
}

const PAGE = fileURLToPath(new URL('./store-page.mjs', import.meta.url));
const CODE = `
  import { indexedDbStore } from '@agent-memory/indexeddb';
  import { measureStore } from ${JSON.stringify(PAGE)};
  export const measure = (effort) => measureStore(indexedDbStore, effort);`;
