// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../../../bench/src/runs/kill-point.mjs';
import { readableTexts } from '../../../scripts/testing/readable-texts.mjs';
import { chromiumHere, firefoxHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

/** @typedef {import('../link/page-link.mjs').PageLink} PageLink */
/** @typedef {import('../chaos-row.mjs').ChaosRow} ChaosRow */

/** Profiles of the row that comes first, and what the others get of them. */
const SHORT_ROUNDS = 2;
const TEXTS = 5;
/** Messages on either side of those that go; one round in two has hardly any. */
const MOST_AROUND = 400;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The engine deletes its old files after it has written their replacements. */
const LOOKS = 80;
const LOOK_MS = 250;

/**
 * Plants texts in a session that is deleted, in messages that are erased, in records that are erased
 * with and without their sources, and looks for them in the files of the profile: while the browser
 * runs on, and after another start.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, seed, browser, note }) {
  const page = await servePage(new URL('../page/erasing-page.mjs', import.meta.url));
  const rows = [];
  try {
    const chromium = browser === 'firefox' ? undefined : await chromiumHere();
    const firefox = browser === 'chromium' ? undefined : await firefoxHere(browser === 'firefox');
    for (const [system, erase, installed] of [
      /** @type {const} */ (['agent-memory', eraseByParts, chromium]),
      /** @type {const} */ (['IndexedDB alone', clearByHand, chromium]),
      /** @type {const} */ (['agent-memory', eraseByParts, firefox]),
      /** @type {const} */ (['IndexedDB alone', clearByHand, firefox]),
    ]) {
      if (!installed) continue;
      const random = randomFrom(seed);
      let figures = NOTHING_YET;
      const share = system === 'agent-memory' && installed === chromium ? rounds : 1;
      for (let round = 0; round < share; round += 1) {
        const around = round % 2 === 0 ? 3 : Math.ceil(random() * MOST_AROUND);
        const part = await withProfile((profile) =>
          erased(new Visits({ page, browser: installed, profile }), erase, {
            random,
            around,
            note,
          }),
        );
        figures = together(figures, part);
      }
      const { name, version } = installed;
      rows.push(
        /** @type {ChaosRow} */ ({
          ...{ system, fault: 'erase', browser: name, version, durability: 'relaxed' },
          ...{ rounds: share, ...figures },
        }),
      );
    }
  } finally {
    page.close();
  }
  return rows;
}

/**
 * @typedef {object} Planted
 * @property {Readonly<Record<string, readonly string[]>>} texts by the place that they were planted in
 * @property {readonly string[]} entryIds
 * @property {readonly string[]} sourced ids of records that have messages for evidence
 * @property {readonly string[]} recordIds of others
 */

/**
 * @param {Visits} visits
 * @param {(link: PageLink, planted: Planted) => Promise<void>} erase
 * @param {{ readonly random: () => number, readonly around: number, readonly note: (words: string) => void }} effort
 */
async function erased(visits, erase, { random, around, note }) {
  const planted = await visits.visit((link) => plant(link, { random, around }));
  const all = Object.values(planted.texts).flat();
  const before = await readableTexts(visits.profile, all);
  // Firefox compresses values, and a word that is broken up by that cannot be looked for.
  const texts = all.filter((text) => before.some((found) => found.text === text));
  if (texts.length < all.length / 2) throw new Error('The planted texts stand in no file.');
  let slowestMs = 0;
  /** @type {import('../../../scripts/testing/readable-texts.mjs').Readable[]} */
  const found = [];
  await visits.visit(async (link) => {
    await erase(link, planted);
    const { left, ms } = await link.call('purged');
    if (left > 0) note(`${left} erasures are still owed after ${ms.toFixed(0)} ms.`);
    slowestMs = ms;
    found.push(...(await lastLook(visits.profile, texts)));
  });
  await visits.visit(async (link) => {
    await link.call('purged');
    found.push(...(await lastLook(visits.profile, texts)));
  });
  for (const [place, some] of Object.entries(planted.texts)) {
    const files = found.filter(({ text }) => some.includes(text)).map(({ file }) => file);
    if (files.length > 0) note(`${place}: still in ${[...new Set(files)].join(', ')}`);
  }
  const lost = new Set(found.map(({ text }) => text)).size;
  return { acknowledged: texts.length, lost, slowestMs };
}

/**
 * @param {PageLink} link
 * @param {{ readonly random: () => number, readonly around: number }} effort
 * @returns {Promise<Planted>}
 */
async function plant(link, { random, around }) {
  const some = () => Array.from({ length: TEXTS }, () => token(random));
  const texts = {
    'a deleted session': some(),
    'erased messages': some(),
    'erased records': some(),
    'records erased with their sources': some(),
    'the sources of erased records': some(),
  };
  await link.call('plantSession', { sessionId: 'stays', texts: [], around });
  await link.call('plantSession', {
    ...{ sessionId: 'deleted', texts: texts['a deleted session'], around },
  });
  const entryIds = await link.call('plantSession', {
    ...{ sessionId: 'messages', texts: texts['erased messages'], around },
  });
  const [entryId, ...others] = await link.call('plantSession', {
    ...{ sessionId: 'sources', texts: texts['the sources of erased records'], around },
  });
  const recordIds = await link.call('plantRecords', { texts: texts['erased records'], around });
  const sourced = [];
  for (const [at, id] of [entryId, ...others].entries()) {
    const text = texts['records erased with their sources'][at] ?? '';
    const evidence = { sessionId: 'sources', entryId: id };
    sourced.push(...(await link.call('plantRecords', { texts: [text], around: 0, evidence })));
  }
  texts['records erased with their sources'].length = sourced.length;
  return { texts, entryIds, recordIds, sourced };
}

/**
 * @param {PageLink} link
 * @param {Planted} planted
 */
async function eraseByParts(link, { entryIds, recordIds, sourced }) {
  await link.call('deleteSession', { sessionId: 'deleted' });
  await link.call('eraseMessages', { sessionId: 'messages', entryIds });
  await link.call('eraseRecords', { ids: recordIds, includeSources: false });
  await link.call('eraseRecords', { ids: sourced, includeSources: true });
}

/** @param {PageLink} link */
async function clearByHand(link) {
  await link.call('clearByHand');
}

/**
 * Looks until nothing is found, or for as long as the engine may take to delete a file.
 *
 * @param {string} profile
 * @param {readonly string[]} texts
 */
async function lastLook(profile, texts) {
  let found = await readableTexts(profile, texts);
  for (let look = 1; look < LOOKS && found.length > 0; look += 1) {
    await wait(LOOK_MS);
    found = await readableTexts(profile, texts);
  }
  return found;
}

/** A word that no other text has and nothing compresses. @param {() => number} random */
function token(random) {
  const letter = () => LETTERS[Math.floor(random() * LETTERS.length)];
  return Array.from({ length: 20 }, letter).join('');
}
