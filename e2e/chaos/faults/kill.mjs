// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../../../bench/src/runs/kill-point.mjs';
import { Acknowledged } from '../acknowledged.mjs';
import { chromiumHere, firefoxHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { PageGoneError } from '../link/page-link.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';
import { Visits } from '../visits.mjs';

/** @typedef {import('../chaos-row.mjs').ChaosRow} ChaosRow */
/** @typedef {import('../chaos-row.mjs').Figures} Figures */
/** @typedef {import('../link/serve-page.mjs').ServedPage} ServedPage */
/** @typedef {import('../link/page-link.mjs').PageLink} PageLink */
/** @typedef {import('../browsers/raw-browser.mjs').Installed} Installed */

/** Kills of the row that comes first. */
const SHORT_ROUNDS = 10;

/** Messages that are acknowledged before each kill, and the longest wait after them. */
const LEAST_ACKNOWLEDGED = 100;
const MOST_WAIT_MS = 400;
/** Sessions that are written side by side. */
const SIDE_BY_SIDE = 3;
/** Kills that one profile sees: each start reads everything that was ever acknowledged in it. */
const KILLS_A_PROFILE = 20;
/** The second start after a tear meets the torn log. */
const LAST_LOOKS = 2;

/**
 * How sessions are kept while the browser is killed, and for what share of the rounds.
 *
 * @typedef {object} Setting
 * @property {string} system
 * @property {'relaxed' | 'strict'} durability
 * @property {boolean} logRotation
 * @property {number} share
 */

/** @type {readonly Setting[]} */
const IN_CHROMIUM = [
  { system: 'agent-memory', durability: 'relaxed', logRotation: true, share: 1 },
  { system: 'agent-memory', durability: 'strict', logRotation: true, share: 0.3 },
];

/** The engine tears its log rarely: a control with few kills shows nothing. */
const LEAST_FOR_CONTROL = 100;
/** @type {Setting} */
const CONTROL = {
  system: 'without a new log',
  durability: 'relaxed',
  logRotation: false,
  share: 0.3,
};

/** @type {Setting} */
const IN_FIREFOX = { system: 'agent-memory', durability: 'relaxed', logRotation: true, share: 0.2 };

/**
 * Kills the browser with all its processes at a random moment while it commits, again and again on one
 * profile. Each start reads first what was acknowledged so far.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, seed, browser, note }) {
  const page = await servePage(new URL('../page/memories-page.mjs', import.meta.url));
  const effort = { rounds, seed, note };
  /** @type {ChaosRow[]} */
  const rows = [];
  try {
    if (browser === undefined || browser === 'chromium') {
      const chromium = await chromiumHere();
      const settings = rounds < LEAST_FOR_CONTROL ? IN_CHROMIUM : [...IN_CHROMIUM, CONTROL];
      for (const setting of settings) rows.push(await killed(page, chromium, setting, effort));
    }
    if (browser === undefined || browser === 'firefox') {
      const firefox = await firefoxHere(browser === 'firefox');
      const share = browser === 'firefox' ? 1 : IN_FIREFOX.share;
      if (firefox) rows.push(await killed(page, firefox, { ...IN_FIREFOX, share }, effort));
      else note('no row for Firefox, which is not installed here; --browser firefox installs it.');
    }
  } finally {
    page.close();
  }
  return rows;
}

/**
 * @param {ServedPage} page
 * @param {Installed} browser
 * @param {Setting} setting
 * @param {Pick<import('../faults.mjs').Effort, 'seed' | 'note'> & { readonly rounds: number }} effort
 * @returns {Promise<ChaosRow>}
 */
async function killed(page, browser, { system, durability, logRotation, share }, effort) {
  const rounds = Math.ceil(effort.rounds * share);
  const random = randomFrom(effort.seed);
  const { name, version } = browser;
  let figures = NOTHING_YET;
  for (let done = 0; done < rounds; done += KILLS_A_PROFILE) {
    if (done > 0) effort.note(`${name}, ${durability}, ${system}: ${done} of ${rounds} kills`);
    const kills = Math.min(KILLS_A_PROFILE, rounds - done);
    const part = await withProfile((profile) => {
      const visits = new Visits({ page, browser, profile });
      return new KilledProfile(visits, { durability, logRotation }, random).measure(kills);
    });
    figures = together(figures, part);
  }
  return { system, fault: 'kill', browser: name, version, durability, rounds, ...figures };
}

/** One profile, whose browser is killed and started again. */
class KilledProfile {
  #visits;
  #random;
  #keeping;
  #acknowledged = new Acknowledged();

  /**
   * @param {Visits} visits
   * @param {import('../page/memories.mjs').Keeping} keeping
   * @param {() => number} random
   */
  constructor(visits, keeping, random) {
    this.#visits = visits;
    this.#keeping = keeping;
    this.#random = random;
  }

  /**
   * @param {number} kills
   * @returns {Promise<Figures>}
   */
  async measure(kills) {
    let figures = NOTHING_YET;
    for (let round = 0; round < kills; round += 1) {
      const harm = await this.#visits.visit(async (link) => {
        const found = await this.#acknowledged.lookIn(link, this.#keeping);
        await this.#commitUntil(link, round);
        return found;
      }, 'kill');
      figures = together(figures, harm);
    }
    const harm = await this.#visits.look(this.#acknowledged, LAST_LOOKS, this.#keeping);
    return { ...together(figures, harm), acknowledged: this.#acknowledged.count };
  }

  /**
   * Has the page commit without end, and comes back at a random moment after enough of it.
   *
   * @param {PageLink} link
   * @param {number} round
   */
  async #commitUntil(link, round) {
    const enough = this.#acknowledged.count + LEAST_ACKNOWLEDGED;
    /** @type {Promise<void>} */
    const hasEnough = new Promise((resolve) => {
      link.onNews = (news) => {
        this.#acknowledged.take(news);
        if (this.#acknowledged.count >= enough) resolve();
      };
    });
    const sessions = Array.from({ length: SIDE_BY_SIDE }, (_, index) => ({
      id: `session-${round}-${index}`,
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
    }));
    const committing = link.call('commit', { keeping: this.#keeping, sessions });
    // It never ends but by the kill.
    const ended = committing.catch((error) => {
      if (!(error instanceof PageGoneError)) throw error;
    });
    await Promise.race([
      hasEnough,
      ended.then(() => Promise.reject(new Error('The page ended its work.'))),
    ]);
    await wait(this.#random() * MOST_WAIT_MS);
  }
}
