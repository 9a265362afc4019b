// @ts-check
import { logOf, tearLastRecord } from '../../../scripts/testing/leveldb-log.mjs';
import { Acknowledged } from '../acknowledged.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { roundsInChromium } from '../chromium-rounds.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
const MESSAGES = 30;
/** The first start after the tear writes past it; the second one meets it. */
const STARTS = 3;

const MODULE = new URL('../page/memories-page.mjs', import.meta.url);

/** The control shows that the engine does what is guarded against; it needs few rounds for that. */
const SYSTEMS = [
  { system: 'agent-memory', logRotation: true, share: 1 },
  { system: 'without a new log', logRotation: false, share: 0.25 },
];

/**
 * Cuts the engine's log at its last record, as a kill can leave it, and starts the browser again, with
 * and without the new log that the store has begun at the start of a page. The record that is cut is
 * that of a message that was never reported as stored.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run(effort) {
  const rows = [];
  for (const { system, logRotation, share } of SYSTEMS) {
    const rounds = Math.ceil((effort.rounds ?? SHORT_ROUNDS) * share);
    const fault = { fault: 'torn', system, module: MODULE, rounds };
    const row = await roundsInChromium(fault, effort, (round) =>
      withProfile((profile) => torn(new Visits({ ...round, profile }), { logRotation })),
    );
    rows.push(...row);
  }
  return rows;
}

/**
 * @param {Visits} visits
 * @param {import('../page/memories.mjs').Keeping} keeping
 */
async function torn(visits, keeping) {
  const acknowledged = new Acknowledged();
  await visits.visit(async (link) => {
    link.onNews = acknowledged.take;
    await link.call('commit', { keeping, sessions: [{ id: 'torn', from: 0, to: MESSAGES }] });
    link.onNews = () => undefined;
    await link.call('commit', { keeping, sessions: [{ id: 'unheard', from: 0, to: 1 }] });
  });
  await tearLastRecord(await logOf(visits.profile, visits.origin));
  const harm = await visits.look(acknowledged, STARTS, keeping);
  return together(NOTHING_YET, { ...harm, acknowledged: acknowledged.count });
}
