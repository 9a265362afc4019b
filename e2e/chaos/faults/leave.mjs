// @ts-check
import { Acknowledged } from '../acknowledged.mjs';
import { chromiumHere, firefoxHere, webKitHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

/** @typedef {import('../browsers/raw-browser.mjs').Installed} Installed */
/** @typedef {import('../link/serve-page.mjs').ServedPage} ServedPage */
/** @typedef {import('../page/leaving-page.mjs').CameBack} CameBack */

const SHORT_ROUNDS = 3;
const MODULE = new URL('../page/leaving-page.mjs', import.meta.url);

/**
 * Leaves a page in the middle of its writes for another one of the origin, and comes back to it by "back".
 * Everything that the page said has to be stored then, in its order, and it has to go on.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, browser, note }) {
  const page = await servePage(MODULE);
  try {
    const rows = [];
    for (const installed of await browsersHere(browser, note)) {
      let figures = NOTHING_YET;
      let kept = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { wasKept, ...harm } = await withProfile((profile) =>
          left(new Visits({ page, browser: installed, profile })),
        );
        if (wasKept) kept += 1;
        figures = together(figures, harm);
      }
      const { name, version } = installed;
      note(`${name} kept the page for "back" in ${kept} of ${rounds} rounds.`);
      rows.push({
        ...{ system: 'agent-memory', fault: 'leave', browser: name, version },
        ...{ durability: /** @type {const} */ ('relaxed'), rounds, ...figures },
      });
    }
    return rows;
  } finally {
    page.close();
  }
}

/**
 * @param {import('../faults.mjs').Effort['browser']} wanted
 * @param {import('../faults.mjs').Effort['note']} note
 * @returns {Promise<readonly Installed[]>}
 */
async function browsersHere(wanted, note) {
  const here = wanted === undefined || wanted === 'chromium' ? [await chromiumHere()] : [];
  if (wanted === undefined || wanted === 'firefox') {
    const firefox = await firefoxHere(wanted !== undefined);
    if (firefox) here.push(firefox);
    else note('no row for Firefox, which is not installed here; --browser firefox installs it.');
  }
  if (wanted === undefined || wanted === 'webkit') {
    // The engine that this fault is about: CI installs it where it can.
    const isWanted = wanted !== undefined || process.env.CI !== undefined;
    const webKit = await webKitHere(isWanted).catch((error) => {
      if (wanted !== undefined) throw error;
      note(error.message);
    });
    if (webKit) here.push(webKit);
    else note('no row for WebKit, which is not installed here; --browser webkit installs it.');
  }
  return here;
}

/** @param {Visits} visits */
async function left(visits) {
  const acknowledged = new Acknowledged();
  /** @param {import('../link/page-link.mjs').PageLink} link @returns {Promise<CameBack>} */
  const comesBack = (link) => {
    link.onNews = acknowledged.take;
    return link.call('goOn');
  };
  const { wasKept, notStored } = await visits.visit(comesBack, 'close', '#leave');
  const harm = await visits.look(acknowledged, 1);
  return { ...harm, wasKept, acknowledged: acknowledged.count, hung: notStored };
}
