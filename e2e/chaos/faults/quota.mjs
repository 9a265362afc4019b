// @ts-check
import { driveBrowser } from '../browsers/driven-browser.mjs';
import { together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Troubled } from '../troubled.mjs';
import { newTab, Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
/** Room for some hundred messages, and those that are owed or refused until there is more. */
const QUOTA_BYTES = 300_000;
const TROUBLES = 10;
const STARTS = 2;

const MODULE = new URL('../page/troubled-page.mjs', import.meta.url);

/**
 * Gives the origin a small quota, which a page uses up, and then a large one: what was owed, by turns
 * with appends that resolve and that reject, has to be written then.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const fault = { fault: 'quota', module: MODULE, rounds: effort.rounds ?? SHORT_ROUNDS };
  return roundsInChromium(fault, effort, (round) =>
    withProfile(async (profile) => {
      const troubled = new Troubled();
      const driven = await driveBrowser(round.browser, profile, round.page);
      try {
        const whenNotStored = round.round % 2 === 0 ? 'keep' : 'reject';
        const setting = { origin: round.page.origin, whenNotStored };
        await usedUp(await driven.open(newTab()), setting, troubled);
      } finally {
        await driven.close();
      }
      const visits = new Visits({ ...round, profile });
      return together(troubled.figures, await visits.look(troubled.acknowledged, STARTS));
    }),
  );
}

/**
 * @param {import('../browsers/driven-browser.mjs').DrivenTab} tab
 * @param {{ readonly origin: string, readonly whenNotStored: string }} setting
 * @param {Troubled} troubled
 */
async function usedUp({ link, devtools }, { origin, whenNotStored }, troubled) {
  link.onNews = troubled.take;
  // Set ahead of the first write: the browser counts down what it was told is left.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: QUOTA_BYTES });
  const work = link.call('commitThroughTrouble', { sessionId: 'quota', whenNotStored });
  await Promise.race([work, troubled.until(() => troubled.troubles >= TROUBLES)]);
  // Without a size the browser's own quota is back.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await link.call('stop');
  await work;
}
