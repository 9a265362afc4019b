// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { patience } from '../../../scripts/patience.mjs';
import { storageServiceOf } from '../browsers/processes.mjs';
import { together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Troubled, untilGone } from '../troubled.mjs';
import { Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
/** How often the connection is taken away in one round, and the messages ahead of each time. */
const TIMES = 3;
const BEFORE = 30;
const MOST_WAIT_MS = 100;
const STARTS = 2;
const LOOK_AGAIN_MS = 20;

const MODULE = new URL('../page/troubled-page.mjs', import.meta.url);

/**
 * Takes the connection to the database away in the middle of commits, again and again: by turns the
 * process that holds all storage is killed, and the connections of the page are closed without its knowledge.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const fault = { fault: 'connection', module: MODULE, rounds: effort.rounds ?? SHORT_ROUNDS };
  return roundsInChromium(fault, effort, (round) =>
    withProfile(async (profile) => {
      const troubled = new Troubled();
      const visits = new Visits({ ...round, profile });
      await visits.visit(async (link, { pid }) => {
        const isKilled = round.round % 2 === 0;
        const takeAway = isKilled ? () => killStorage(pid) : () => link.call('closeConnections');
        await takenAway(link, troubled, takeAway, round.random);
      });
      return together(troubled.figures, await visits.look(troubled.acknowledged, STARTS));
    }),
  );
}

/**
 * @param {import('../link/page-link.mjs').PageLink} link
 * @param {Troubled} troubled
 * @param {() => Promise<unknown>} takeAway
 * @param {() => number} random
 */
async function takenAway(link, troubled, takeAway, random) {
  link.onNews = troubled.take;
  const over = untilGone(link.call('commitThroughTrouble', { sessionId: 'connection' }));
  for (let time = 0; time < TIMES; time += 1) {
    const enough = troubled.acknowledged.count + BEFORE;
    await Promise.race([over, troubled.until(() => troubled.acknowledged.count >= enough)]);
    await wait(random() * MOST_WAIT_MS);
    await takeAway();
  }
  await link.call('stop');
  await over;
}

/**
 * Kills the process that holds the storage; one that was killed before may not be back yet.
 *
 * @param {number} pid of the browser
 */
async function killStorage(pid) {
  const untilMs = performance.now() + patience.waitMs;
  for (;;) {
    const service = await storageServiceOf(pid);
    if (service !== undefined) return process.kill(service, 'SIGKILL');
    if (performance.now() > untilMs) throw new Error('The browser has no process for its storage.');
    await wait(LOOK_AGAIN_MS);
  }
}
