// @ts-check
import { fileURLToPath } from 'node:url';
import { withMeasuringPage } from '../page/measuring-page.mjs';
import { KillPoint, randomFrom } from './kill-point.mjs';
import { ToolServer } from './tool-server.mjs';

/**
 * The outcome of all kills.
 *
 * @typedef {object} ResumeOutcome
 * @property {number} kills
 * @property {number} sessions
 * @property {number} calls of tools that reached the server
 * @property {number} stored messages that were acknowledged
 * @property {number} lost of those, not there at the end
 * @property {number} repeated times that a call reached the server again
 */

const WORK = { requests: 12, rounds: 5 };
const SEED = 7;

/**
 * Has an agent work in real pages with real IndexedDB, and kills each at a random point, by turns its
 * renderer and its tab; a fresh page goes on. Every call of a tool is a request to a server that counts.
 *
 * @param {number} kills
 * @returns {Promise<ResumeOutcome>}
 */
export async function resumeAfterKills(kills) {
  const random = randomFrom(SEED);
  const server = new ToolServer();
  const outcome = { kills: 0, sessions: 0, lost: 0 };
  await withMeasuringPage(
    CODE,
    async (newTab, _, browser) => {
      const context = await browser.newContext();
      for (; outcome.kills < kills; outcome.sessions += 1) {
        const sessionId = `session-${outcome.sessions}`;
        for (let isDone = false; !isDone; ) {
          const { page, measure } = await newTab(context);
          const point = new KillPoint(page, random);
          if (outcome.kills < kills) server.onRequest = () => point.count();
          const worked = measure({ kind: 'work', sessionId, ...WORK });
          isDone = await Promise.race([worked.then(() => true, point.refusal), point.killed]);
          server.onRequest = () => undefined;
          if (!isDone) outcome.kills += 1;
          await page.close();
        }
        outcome.lost += server.missingOf(sessionId, await idsOf(newTab, context, sessionId));
      }
      await context.close();
    },
    { folder: 'bench', serve: (request, response) => server.serve(request, response) },
  );
  return { ...outcome, ...server.counts() };
}

/**
 * @param {import('../page/measuring-page.mjs').NewTab} newTab
 * @param {import('playwright').BrowserContext} context
 * @param {string} sessionId
 * @returns {Promise<readonly string[]>}
 */
async function idsOf(newTab, context, sessionId) {
  const { page, measure } = await newTab(context);
  const ids = /** @type {readonly string[]} */ (await measure({ kind: 'ids', sessionId }));
  await page.close();
  return ids;
}

const PAGE = fileURLToPath(new URL('./agent-page.mjs', import.meta.url));
const CODE = `
  import { storedIds, work } from ${JSON.stringify(PAGE)};
  export const measure = ({ kind, ...effort }) =>
    kind === 'work' ? work(effort) : storedIds(effort.sessionId);`;
