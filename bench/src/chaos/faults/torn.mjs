// @ts-check
import { logOf, tearLastRecord } from '../../../../scripts/leveldb-log.mjs';
import { Acknowledged } from '../acknowledged.mjs';
import { chromiumHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

const SHORT_ROUNDS = 4;
const MESSAGES = 30;
/** The first start behind the tear writes behind it; the second one meets it. */
const STARTS = 3;

/**
 * Cuts the engine's log at its last record, as a kill can leave it, and starts the browser again, with
 * and without the new log that the store has begun at the start of a page. The record that is cut is
 * that of a message which nobody was told is stored.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, browser, note }) {
  if (browser === 'firefox') {
    note('no row: Firefox keeps its databases in SQLite, which has no such log.');
    return [];
  }
  const chromium = await chromiumHere();
  const page = await servePage(new URL('../page/memories-page.mjs', import.meta.url));
  const rows = [];
  for (const { system, logRotation, share } of SYSTEMS) {
    const wanted = Math.ceil(rounds * share);
    let figures = NOTHING_YET;
    for (let round = 0; round < wanted; round += 1) {
      const part = await withProfile((profile) =>
        torn(new Visits({ page, browser: chromium, profile }), { logRotation }),
      );
      figures = together(figures, part);
    }
    const { name, version } = chromium;
    const setting = /** @type {const} */ ({
      fault: 'torn',
      browser: name,
      version,
      durability: 'relaxed',
    });
    rows.push({ system, ...setting, rounds: wanted, ...figures });
  }
  page.close();
  return rows;
}

/** The control shows that the engine does what is guarded against; it needs few rounds for that. */
const SYSTEMS = [
  { system: 'agent-memory', logRotation: true, share: 1 },
  { system: 'without a new log', logRotation: false, share: 0.25 },
];

/**
 * @param {Visits} visits
 * @param {import('../page/memories.mjs').Keeping} keeping
 */
async function torn(visits, keeping) {
  const acknowledged = new Acknowledged();
  await visits.visit(async (link) => {
    link.onNews = (news) =>
      acknowledged.add(/** @type {import('../page/memories.mjs').Stored} */ (news));
    await link.call('commit', { keeping, sessions: [{ id: 'torn', from: 0, to: MESSAGES }] });
    link.onNews = () => undefined;
    await link.call('commit', { keeping, sessions: [{ id: 'unheard', from: 0, to: 1 }] });
  });
  await tearLastRecord(await logOf(visits.profile, visits.origin));
  let harm = NOTHING_YET;
  for (let start = 0; start < STARTS; start += 1) {
    await visits.visit(async (link) => {
      const sessionIds = acknowledged.sessionIds();
      harm = together(harm, acknowledged.compare(await link.call('find', { keeping, sessionIds })));
    });
  }
  return { ...harm, acknowledged: acknowledged.count };
}
