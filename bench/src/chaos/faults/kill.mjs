// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../../runs/kill-point.mjs';
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

/** Kills of the row that comes first, and what the others get of them. */
const SHORT_ROUNDS = 10;
const STRICT_SHARE = 0.3;
const FIREFOX_SHARE = 0.2;

/** Messages that are acknowledged before each kill, and the most that is waited behind them. */
const LEAST_ACKNOWLEDGED = 100;
const MOST_WAIT_MS = 400;
/** Sessions that are written side by side. */
const SIDE_BY_SIDE = 3;
/** Kills that one profile sees: each start reads everything that was ever acknowledged in it. */
const KILLS_A_PROFILE = 20;
/** A torn log is met by the second start behind it. */
const LAST_LOOKS = 2;

/**
 * Kills the browser with all its processes at a random moment while it commits, again and again on one
 * profile. Each start reads first what was acknowledged so far.
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, seed, browser, note }) {
  const page = await servePage(new URL('../page/memories-page.mjs', import.meta.url));
  /** @type {ChaosRow[]} */
  const rows = [];
  try {
    if (browser !== 'firefox') {
      const chromium = await chromiumHere();
      rows.push(await killed(page, chromium, 'relaxed', { rounds, seed }));
      const strict = Math.ceil(rounds * STRICT_SHARE);
      rows.push(await killed(page, chromium, 'strict', { rounds: strict, seed }));
    }
    if (browser !== 'chromium') {
      const firefox = await firefoxHere(browser === 'firefox');
      const share = browser === 'firefox' ? 1 : FIREFOX_SHARE;
      if (firefox) {
        rows.push(
          await killed(page, firefox, 'relaxed', { rounds: Math.ceil(rounds * share), seed }),
        );
      } else
        note('no row for Firefox, which is not installed here; --browser firefox installs it.');
    }
  } finally {
    page.close();
  }
  return rows;
}

/**
 * @param {ServedPage} page
 * @param {Installed} browser
 * @param {'relaxed' | 'strict'} durability
 * @param {{ readonly rounds: number, readonly seed: number }} effort
 * @returns {Promise<ChaosRow>}
 */
async function killed(page, browser, durability, { rounds, seed }) {
  const random = randomFrom(seed);
  let figures = NOTHING_YET;
  for (let done = 0; done < rounds; done += KILLS_A_PROFILE) {
    const kills = Math.min(KILLS_A_PROFILE, rounds - done);
    const part = await withProfile((profile) =>
      new KilledProfile(new Visits({ page, browser, profile }), { durability }, random).measure(
        kills,
      ),
    );
    figures = together(figures, part);
  }
  const { name, version } = browser;
  return {
    system: 'agent-memory',
    fault: 'kill',
    browser: name,
    version,
    durability,
    rounds,
    ...figures,
  };
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
   * Has the page commit without end, and comes back at a random moment behind enough of it.
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
