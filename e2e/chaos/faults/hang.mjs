// @ts-check
import { Acknowledged } from '../acknowledged.mjs';
import { driveBrowser } from '../browsers/driven-browser.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { everyCall } from '../every-call.mjs';
import { withProfile } from '../profile-folder.mjs';
import { newTab } from '../visits.mjs';

/** @typedef {import('../browsers/driven-browser.mjs').DrivenBrowser} DrivenBrowser */

const SHORT_ROUNDS = 2;

const MODULE = new URL('../page/held-page.mjs', import.meta.url);

/**
 * Makes every public call while a transaction of another tab never ends, while no opening is answered,
 * and while no transaction reports that it has completed.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const fault = { fault: 'hang', module: MODULE, rounds: effort.rounds ?? SHORT_ROUNDS };
  return roundsInChromium(fault, effort, ({ page, browser }) =>
    withProfile(async (profile) => {
      const driven = await driveBrowser(browser, profile, page);
      try {
        const parts = await Promise.all(HANGS.map((hang) => hung(driven, hang)));
        return parts.reduce((all, part) => together(all, part), NOTHING_YET);
      } finally {
        await driven.close();
      }
    }),
  );
}

/**
 * A way in which the engine does not answer.
 *
 * @typedef {object} Hang
 * @property {string} name
 * @property {boolean} isConnected whether the calls have a connection from before
 * @property {(own: import('../link/page-link.mjs').PageLink, other: import('../link/page-link.mjs').PageLink, databaseName: string) => Promise<() => Promise<unknown>>} begin
 *   returns what ends it
 */

/** @type {Hang['begin']} */
const silence = async (own) => {
  await own.call('silence');
  return () => own.call('endSilence');
};

/** @type {readonly Hang[]} */
const HANGS = [
  {
    name: 'endless-transaction',
    isConnected: true,
    begin: async (_own, other, databaseName) => {
      await other.call('holdTransaction', { databaseName });
      return () => other.call('letGo');
    },
  },
  { name: 'silent-open', isConnected: false, begin: silence },
  { name: 'silent-complete', isConnected: true, begin: silence },
];

/**
 * @param {DrivenBrowser} driven
 * @param {Hang} hang
 */
async function hung(driven, { name, isConnected, begin }) {
  const acknowledged = new Acknowledged();
  const [own, other] = [await driven.open(newTab()), await driven.open(newTab())];
  const figures = await everyCall({
    databaseName: name,
    isConnected,
    link: own.link,
    acknowledged,
    begin: () => begin(own.link, other.link, name),
  });
  const later = await driven.open(newTab());
  const harm = await acknowledged.lookIn(later.link, { databaseName: name });
  return together(figures, { ...harm, acknowledged: acknowledged.count });
}
