// @ts-check
import { Acknowledged } from '../acknowledged.mjs';
import { driveBrowser } from '../browsers/driven-browser.mjs';
import { together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { everyCall } from '../every-call.mjs';
import { withProfile } from '../profile-folder.mjs';
import { newTab } from '../visits.mjs';

const SHORT_ROUNDS = 3;
const DATABASE = 'upgrade';

const MODULE = new URL('../page/held-page.mjs', import.meta.url);

/**
 * Makes every public call while a tab of another release has changed the version of the database. Each
 * call has to say so. Then the version is as before, and all that was acknowledged has to be there.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const fault = { fault: 'upgrade', module: MODULE, rounds: effort.rounds ?? SHORT_ROUNDS };
  return roundsInChromium(fault, effort, ({ page, browser }) =>
    withProfile(async (profile) => {
      const driven = await driveBrowser(browser, profile, page);
      try {
        return await blocked(driven);
      } finally {
        await driven.close();
      }
    }),
  );
}

/** @param {import('../browsers/driven-browser.mjs').DrivenBrowser} driven */
async function blocked(driven) {
  const acknowledged = new Acknowledged();
  const [{ link }, other] = [await driven.open(newTab()), await driven.open(newTab())];
  const figures = await everyCall({
    databaseName: DATABASE,
    isConnected: false,
    link,
    acknowledged,
    begin: async () => {
      await other.link.call('holdOtherVersion', { databaseName: DATABASE });
      return () => other.link.call('restoreVersion', { databaseName: DATABASE });
    },
  });
  const later = await driven.open(newTab());
  const harm = await acknowledged.lookIn(later.link, { databaseName: DATABASE });
  return together(figures, { ...harm, acknowledged: acknowledged.count });
}
