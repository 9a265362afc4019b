// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';

/** @typedef {{ readonly n: number, readonly turnMs: readonly number[] }} TurnTimes */

/** Turns on both sides of a length that stand for it. */
const AROUND = 50;

/**
 * How long a turn with extraction and recall takes in a tab, early in a session and late.
 *
 * @param {readonly [early: number, late: number]} turns
 * @returns {Promise<readonly [early: TurnTimes, late: TurnTimes]>}
 */
export function turnTimes([early, late]) {
  return withMeasuringPage(
    CODE,
    async (newTab) => {
      const { page, measure } = await newTab();
      /** @type {readonly number[]} */
      const times = await measure({ turns: late + AROUND });
      await page.close();
      /** @param {number} n */
      const around = (n) => ({ n, turnMs: times.slice(Math.max(0, n - AROUND), n + AROUND) });
      return [around(early), around(late)];
    },
    { folder: 'bench' },
  );
}

const PAGE = fileURLToPath(new URL('./turn-page.mjs', import.meta.url));
const CODE = `
  import * as core from '@agent-memory/core';
  import * as stores from '@agent-memory/indexeddb';
  import * as records from '@agent-memory/indexeddb/long-term';
  import * as longTerm from '@agent-memory/long-term';
  import * as extraction from '@agent-memory/long-term/extraction';
  import { measureTurns } from ${JSON.stringify(PAGE)};
  export const measure = ({ turns }) =>
    measureTurns({ core, longTerm, extraction, stores, records }, turns);`;
