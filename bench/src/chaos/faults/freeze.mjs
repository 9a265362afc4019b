// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { driveBrowser } from '../browsers/driven-browser.mjs';
import { together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Troubled } from '../troubled.mjs';
import { newTab, Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
/** Messages of the tab that is frozen, ahead of it; it is frozen at a random moment behind them. */
const BEFORE = 20;
const MOST_WAIT_MS = 100;
/** Messages that the other tab writes meanwhile. */
const MEANWHILE = 40;

const MODULE = new URL('../page/troubled-page.mjs', import.meta.url);

/**
 * Freezes a tab in the middle of its commits; another one goes on writing, and the first goes on when it
 * is thawed.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const fault = { fault: 'freeze', module: MODULE, rounds: effort.rounds ?? SHORT_ROUNDS };
  return roundsInChromium(fault, effort, (round) =>
    withProfile(async (profile) => {
      const troubled = new Troubled();
      const driven = await driveBrowser(round.browser, profile, round.page);
      try {
        await frozen(driven, troubled, round.random() * MOST_WAIT_MS);
      } finally {
        await driven.close();
      }
      const visits = new Visits({ ...round, profile });
      return together(troubled.figures, await visits.look(troubled.acknowledged, 1));
    }),
  );
}

/**
 * @param {import('../browsers/driven-browser.mjs').DrivenBrowser} driven
 * @param {Troubled} troubled
 * @param {number} waitMs
 */
async function frozen(driven, troubled, waitMs) {
  const [cold, warm] = [await driven.open(newTab()), await driven.open(newTab())];
  for (const { link } of [cold, warm]) link.onNews = troubled.take;
  const coldWork = cold.link.call('commitThroughTrouble', { sessionId: 'cold' });
  await Promise.race([coldWork, troubled.until(() => troubled.acknowledged.count >= BEFORE)]);
  await wait(waitMs);
  await cold.devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  const enough = troubled.acknowledged.count + MEANWHILE;
  const warmWork = warm.link.call('commitThroughTrouble', { sessionId: 'warm' });
  await Promise.race([warmWork, troubled.until(() => troubled.acknowledged.count >= enough)]);
  await cold.devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await Promise.all([cold.link.call('stop'), warm.link.call('stop')]);
  await Promise.all([coldWork, warmWork]);
}
