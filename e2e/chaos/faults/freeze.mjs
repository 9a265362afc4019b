// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { patience } from '../../../scripts/patience.mjs';
import { startHidingBrowser } from '../browsers/hiding-browser.mjs';
import { together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { within } from '../link/within.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Troubled, untilGone } from '../troubled.mjs';
import { newTab, Visits } from '../visits.mjs';

/** @typedef {import('../browsers/driven-browser.mjs').DrivenBrowser} DrivenBrowser */
/** @typedef {import('../browsers/driven-browser.mjs').DrivenTab} DrivenTab */
/** @typedef {import('../page/freezing-page.mjs').FreezingTab} FreezingTab */

/**
 * A way to freeze a tab, one a round.
 *
 * @typedef {object} Manner
 * @property {boolean} isShared whether both tabs write to one session
 * @property {boolean} isKept whether a transaction is kept under way until the freeze comes; else it comes at
 *   a random moment
 */

/** Both kinds of each. */
const MANNERS = 4;
const SHORT_ROUNDS = MANNERS;
/** Messages of the tab that is frozen, ahead of it. */
const BEFORE = 20;
const MOST_WAIT_MS = 100;
/** Messages that the other tab writes during a freeze, or as many as it can in that time. */
const MEANWHILE = 40;
const MOST_FROZEN_MS = 10_000;
/** Messages that the first one writes once it is thawed. */
const AFTERWARDS = 10;

const MODULE = new URL('../page/freezing-page.mjs', import.meta.url);

/**
 * Freezes a tab out of sight in the middle of its commits. Another one goes on writing and has to have
 * stored everything before the first is thawed, which then has to go on.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const rounds = effort.rounds ?? SHORT_ROUNDS;
  let inside = 0;
  const rows = await roundsInChromium(
    { fault: 'freeze', module: MODULE, rounds },
    effort,
    (round) =>
      withProfile(async (profile) => {
        const troubled = new Troubled();
        const driven = await startHidingBrowser(round.browser, profile, round.page);
        try {
          const waitMs = round.random() * MOST_WAIT_MS;
          if (await frozen(driven, troubled, { ...mannerOf(round.round), waitMs })) inside += 1;
        } finally {
          await driven.close();
        }
        const visits = new Visits({ ...round, profile });
        return together(troubled.figures, await visits.look(troubled.acknowledged, 1));
      }),
  );
  if (rows.length > 0)
    effort.note(`${inside} of ${rounds} freezes came in the middle of a transaction.`);
  return rows;
}

/**
 * @param {DrivenBrowser} driven
 * @param {Troubled} troubled
 * @param {Manner & { readonly waitMs: number }} manner
 * @returns {Promise<boolean>} whether the freeze came in the middle of a transaction
 */
async function frozen(driven, troubled, manner) {
  const [warm, cold] = [await driven.open(newTab()), await driven.open(newTab())];
  const works = worksOf(manner.isShared);
  let heard = 0;
  warm.link.onNews = troubled.take;
  cold.link.onNews = (news) => {
    heard += 1;
    troubled.take(news);
  };
  const coldWork = untilGone(cold.link.call('write', works.cold));
  await Promise.race([coldWork, troubled.until(() => troubled.acknowledged.count >= BEFORE)]);
  const warmWork = warm.link.call('write', works.warm);
  // Only a tab out of sight can be frozen.
  await warm.page.bringToFront();
  const atFreeze = await freeze(cold, manner);
  await writesMeanwhile(warm, warmWork, troubled);
  await thaw(cold, atFreeze);
  await ask(cold, 'goesOn', AFTERWARDS);
  for (const news of await ask(cold, 'end', heard)) troubled.take(news);
  return atFreeze.isInside;
}

/**
 * @param {DrivenTab} cold
 * @param {Pick<Manner, 'isKept'> & { readonly waitMs: number }} manner
 */
async function freeze(cold, { isKept, waitMs }) {
  await wait(waitMs);
  if (isKept) await cold.link.call('keepNextOpen');
  await cold.devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  cold.link.onNews = () => undefined;
  return ask(cold, 'state');
}

/**
 * @param {DrivenTab} warm
 * @param {Promise<unknown>} warmWork
 * @param {Troubled} troubled
 */
async function writesMeanwhile(warm, warmWork, troubled) {
  const enough = troubled.acknowledged.count + MEANWHILE;
  await Promise.race([
    warmWork,
    troubled.until(() => troubled.acknowledged.count >= enough),
    wait(MOST_FROZEN_MS, undefined, { ref: false }),
  ]);
  await warm.link.call('stop');
  await warmWork;
}

/**
 * @param {DrivenTab} cold
 * @param {ReturnType<FreezingTab['state']>} atFreeze
 */
async function thaw(cold, atFreeze) {
  const { told } = await ask(cold, 'state');
  if (atFreeze.freezes === 0 || atFreeze.told !== told) {
    throw new Error('The browser did not freeze the tab, so nothing was measured.');
  }
  await cold.devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await cold.page.bringToFront();
}

/**
 * The one with everything in it comes first.
 *
 * @param {number} round
 * @returns {Manner}
 */
function mannerOf(round) {
  const turn = round % MANNERS;
  return { isShared: turn % 2 === 0, isKept: turn === 0 || turn === MANNERS - 1 };
}

/** @param {boolean} isShared */
function worksOf(isShared) {
  if (!isShared) return { cold: { sessionId: 'cold' }, warm: { sessionId: 'warm' } };
  return {
    cold: { sessionId: 'shared', places: { first: 0, step: 2 } },
    warm: { sessionId: 'shared', places: { first: 1, step: 2 } },
  };
}

/**
 * Asks a tab past its connection, which does not outlive a freeze.
 *
 * @template {keyof FreezingTab} Call
 * @param {DrivenTab} tab
 * @param {Call} call
 * @param {number} [given]
 * @returns {Promise<Awaited<ReturnType<FreezingTab[Call]>>>}
 */
function ask({ page }, call, given) {
  const answer = page.evaluate(`tab.${call}(${given ?? ''})`);
  const asked = /** @type {Promise<Awaited<ReturnType<FreezingTab[Call]>>>} */ (answer);
  return within(asked, patience.waitMs, `The tab that was frozen did not answer "${call}"`);
}
