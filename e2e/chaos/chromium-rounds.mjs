// @ts-check
import { randomFrom } from '../../bench/src/runs/kill-point.mjs';
import { chromiumHere } from './browsers/installed.mjs';
import { NOTHING_YET, together } from './chaos-row.mjs';
import { servePage } from './link/serve-page.mjs';

/**
 * Everything that one round of a fault needs.
 *
 * @typedef {object} Round
 * @property {number} round from 0
 * @property {() => number} random from 0 up to 1, by the seed
 * @property {import('./link/serve-page.mjs').ServedPage} page
 * @property {import('./browsers/raw-browser.mjs').Installed} browser
 */

/**
 * A fault that is measured in Chromium alone, as one row.
 *
 * @typedef {object} ChromiumFault
 * @property {string} fault
 * @property {string} [system] default: `agent-memory`
 * @property {URL} module of the page
 * @property {number} rounds
 */

/**
 * Measures rounds of a fault and adds them up.
 *
 * @param {ChromiumFault} fault
 * @param {import('./faults.mjs').Effort} effort
 * @param {(round: Round) => Promise<Partial<import('./chaos-row.mjs').Figures>>} once
 * @returns {Promise<readonly import('./chaos-row.mjs').ChaosRow[]>} one row, or none where only another browser is wanted
 */
export async function roundsInChromium(
  { fault, system = 'agent-memory', module, rounds },
  effort,
  once,
) {
  if (effort.browser !== undefined && effort.browser !== 'chromium') {
    effort.note(`no row for ${effort.browser}: this is measured in Chromium.`);
    return [];
  }
  const browser = await chromiumHere();
  const page = await servePage(module);
  const random = randomFrom(effort.seed);
  let figures = NOTHING_YET;
  try {
    for (let round = 0; round < rounds; round += 1) {
      figures = together(figures, await once({ round, random, page, browser }));
    }
  } finally {
    page.close();
  }
  const { name, version } = browser;
  const setting = { system, fault, browser: name, version };
  return [{ ...setting, durability: /** @type {const} */ ('relaxed'), rounds, ...figures }];
}
