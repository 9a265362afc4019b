// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';

/**
 * How long the same takes with encryption and without, a pair of tabs after another.
 *
 * @typedef {object} EncryptionTimes
 * @property {number} n
 * @property {Pair} appendMs one message appended and committed
 * @property {Pair} openMs until the newest messages of a session of `n` are there
 */

/** @typedef {import('../page/measuring-page.mjs').NewTab} NewTab */
/** @typedef {import('playwright').Browser} Browser */
/** @typedef {{ readonly plain: number[], readonly encrypted: number[] }} Pair */

const PAIRS = 25;
const APPENDS = 100;

/**
 * @param {readonly number[]} lengths
 * @param {number} [calls] the most pairs, and the most appends of one
 * @returns {Promise<readonly EncryptionTimes[]>}
 */
export async function encryptionTimes(lengths, calls = APPENDS) {
  /** @type {(newTab: NewTab, address: string, browser: Browser) => Promise<readonly EncryptionTimes[]>} */
  const measured = async (newTab, _address, browser) => {
    const times = [];
    for (const n of lengths) {
      const context = await browser.newContext();
      /** @param {object} effort */
      const once = async (effort) => {
        const { page, measure } = await newTab(context);
        const measured = await measure({ ...effort, n });
        await page.close();
        return measured;
      };
      for (const isEncrypted of [false, true]) await once({ act: 'fill', isEncrypted });
      /** @type {Pair} */
      const appendMs = { plain: [], encrypted: [] };
      /** @type {Pair} */
      const openMs = { plain: [], encrypted: [] };
      for (let pair = 0; pair < Math.min(PAIRS, calls); pair += 1) {
        // Each comes first as often as the other.
        for (const isEncrypted of pair % 2 === 0 ? [false, true] : [true, false]) {
          const kind = isEncrypted ? 'encrypted' : 'plain';
          const { readyMs } = await once({ act: 'open', isEncrypted });
          openMs[kind].push(readyMs);
          const appended = { act: 'append', isEncrypted, calls: Math.min(APPENDS, calls) };
          appendMs[kind].push(...(await once(appended)).appendMs);
        }
      }
      times.push({ n, appendMs, openMs });
      await context.close();
    }
    return times;
  };
  return withMeasuringPage(CODE, measured, { folder: 'bench' });
}

const PAGE = fileURLToPath(new URL('./encryption-page.mjs', import.meta.url));
const CODE = `
  import * as core from '@agent-memory/core';
  import { encryptedStore } from '@agent-memory/encryption';
  import { indexedDbStore } from '@agent-memory/indexeddb';
  import { measureEncryption } from ${JSON.stringify(PAGE)};
  export const measure = (effort) =>
    measureEncryption(core, indexedDbStore, encryptedStore, effort);`;
