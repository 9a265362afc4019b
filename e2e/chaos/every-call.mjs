// @ts-check
import { NOTHING_YET, together } from './chaos-row.mjs';

const MESSAGES = 20;

/**
 * Makes every public call of a page while something is in the way, on sessions that were stored before.
 *
 * @param {object} setting
 * @param {string} setting.databaseName
 * @param {import('./link/page-link.mjs').PageLink} setting.link
 * @param {import('./acknowledged.mjs').Acknowledged} setting.acknowledged
 * @param {() => Promise<() => Promise<unknown>>} setting.begin puts it in the way, and returns what takes it away
 * @param {boolean} setting.isConnected whether the calls have connections from before, or open their own
 * @returns {Promise<import('./chaos-row.mjs').Figures>}
 */
export async function everyCall({ databaseName, link, acknowledged, begin, isConnected }) {
  const keeping = { databaseName };
  const [sessionId, doomedId] = [`${databaseName}-kept`, `${databaseName}-doomed`];
  link.onNews = (news) => {
    // The other one is deleted, or is not, as the call says.
    if (/** @type {import('./page/memories.mjs').Stored} */ (news).sessionId === sessionId)
      acknowledged.take(news);
  };
  const sessions = [sessionId, doomedId].map((id) => ({ id, from: 0, to: MESSAGES }));
  await link.call('commit', { keeping, sessions });
  await link.call('openAhead', { keeping, sessionId, isConnected });
  const end = await begin();
  /** @type {import('./page/every-call.mjs').EveryCall} */
  const { settled, silent, stored } = await link.call('callAll', {
    keeping,
    sessionId,
    doomedId,
    messages: MESSAGES,
  });
  await end();
  for (const message of stored) acknowledged.add(message);
  return settled.reduce(
    (figures, { outcome, ms }) =>
      together(figures, { hung: outcome === 'hung' ? 1 : 0, slowestMs: ms }),
    { ...NOTHING_YET, silent: silent.length },
  );
}
