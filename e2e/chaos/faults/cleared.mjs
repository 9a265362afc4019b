// @ts-check
import { driveBrowser } from '../browsers/driven-browser.mjs';
import { chromiumHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';

/** @typedef {import('../browsers/driven-browser.mjs').DrivenBrowser} DrivenBrowser */
/** @typedef {import('../browsers/driven-browser.mjs').DrivenTab} DrivenTab */
/** @typedef {import('../page/cleared-page.mjs').Said} Said */

const SHORT_ROUNDS = 6;
const MESSAGES = 20;

/**
 * Takes away what an open page has stored: its session or the database by another tab, or all data of
 * the site. The page still holds everything; it has to say that something is wrong, never blame another
 * tab for it (`torn`), and bring all of it back.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds: wanted = SHORT_ROUNDS, browser, note }) {
  if (browser !== undefined && browser !== 'chromium') {
    note('no row: data of a site are cleared by a driver, which is here for Chromium alone.');
    return [];
  }
  const chromium = await chromiumHere();
  const page = await servePage(new URL('../page/cleared-page.mjs', import.meta.url));
  let figures = NOTHING_YET;
  try {
    for (let round = 0; round < wanted; round += 1) {
      const [what, clear] = CLEARINGS[round % CLEARINGS.length] ?? CLEARINGS[0];
      const part = await withProfile(async (profile) => {
        const driven = await driveBrowser(chromium, profile, page);
        try {
          return await cleared(driven, page.origin, clear, (words) => note(`${what}: ${words}`));
        } finally {
          await driven.close();
        }
      });
      figures = together(figures, part);
    }
  } finally {
    page.close();
  }
  const { name, version } = chromium;
  const setting = /** @type {const} */ ({
    ...{ system: 'agent-memory', fault: 'cleared', browser: name, version },
    durability: 'relaxed',
  });
  return [{ ...setting, rounds: wanted, ...figures }];
}

const SESSION = 'cleared';
/** Each opening of a page has a name of its own. */
let rounds = 0;

/** @typedef {(other: DrivenTab, origin: string) => Promise<unknown>} Clear */

/** @type {readonly [readonly [string, Clear], ...(readonly [string, Clear])[]]} */
const CLEARINGS = [
  ['session deleted', (other) => other.link.call('deleteSession', { sessionId: SESSION })],
  ['database deleted', (other) => other.link.call('deleteDatabase')],
  [
    'site data cleared',
    (other, origin) =>
      other.devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
  ],
];

/**
 * @param {DrivenBrowser} browser
 * @param {string} origin
 * @param {Clear} clear
 * @param {(words: string) => void} note
 */
async function cleared(browser, origin, clear, note) {
  rounds += 1;
  const tab = await browser.open(`writes-${rounds}`);
  const given = { sessionId: SESSION, messages: MESSAGES };
  /** @type {readonly string[]} */
  const acknowledged = await tab.link.call('begin', given);
  await clear(await browser.open(`clears-${rounds}`), origin);
  /** @type {Said} */
  const said = await tab.link.call('goOn', { sessionId: SESSION });
  /** @type {import('../page/settled.mjs').Settled} */
  const written = await tab.link.call('writeBack');
  if (written.outcome !== 'resolved') note(`writeBack ${written.outcome}: ${written.code}`);
  const look = await browser.open(`looks-${rounds}`);
  /** @type {readonly import('../page/memories.mjs').Found[]} */
  const [found] = await look.link.call('find', { sessionIds: [SESSION] });
  const there = new Set(found?.entries.map(({ id }) => id));
  const held = new Set([...acknowledged, ...said.ids]);
  const lost = [...held].filter((id) => !there.has(id)).length;
  const blaming = said.sentences.filter((words) => /another tab/iu.test(words));
  for (const words of blaming) note(words);
  const calls = [...said.calls, written];
  if (said.codes.length === 0) note('the page said nothing.');
  return {
    ...{ acknowledged: acknowledged.length, lost, torn: blaming.length },
    silent: said.codes.length === 0 ? 1 : 0,
    hung: calls.filter(({ outcome }) => outcome === 'hung').length,
    slowestMs: Math.max(...calls.map(({ ms }) => ms)),
  };
}
