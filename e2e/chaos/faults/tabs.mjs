// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../../../bench/src/runs/kill-point.mjs';
import { driveBrowser } from '../browsers/driven-browser.mjs';
import { chromiumHere } from '../browsers/installed.mjs';
import { NOTHING_YET, together } from '../chaos-row.mjs';
import { servePage } from '../link/serve-page.mjs';
import { withProfile } from '../profile-folder.mjs';

/** @typedef {import('../browsers/driven-browser.mjs').DrivenBrowser} DrivenBrowser */
/** @typedef {import('../browsers/driven-browser.mjs').DrivenTab} DrivenTab */
/** @typedef {import('../page/tabs-page.mjs').Word} Word */

const SHORT_ROUNDS = 30;
const SHORT_TABS = 4;
/** As many rounds as this are those of the full figures. */
const FULL_ROUNDS = 200;
const FULL_TABS = 12;
/** A session of its own for so many rounds, so that none grows without end. */
const ROUNDS_A_SESSION = 50;
/** All tabs are to see a word by then, and give it up for lost by then. */
const SEEN_WITHIN_MS = 1_000;
const LOOK_MS = 25;
const LAST_LOOK_MS = 10_000;

/**
 * Several tabs on one session do something at once, again and again: append, edit, compact, or close and
 * come back. Every word that a tab was told is stored has to be in the store, and known to every other tab
 * within a second (`silent` counts those that were not; the slowest time is that until all knew all).
 *
 * @type {import('../faults.mjs').Fault}
 */
export async function run({ rounds = SHORT_ROUNDS, seed, browser, note }) {
  if (browser === 'firefox') {
    note('no row: tabs are opened by a driver, which is here for Chromium alone.');
    return [];
  }
  const chromium = await chromiumHere();
  const page = await servePage(new URL('../page/tabs-page.mjs', import.meta.url));
  const count = rounds >= FULL_ROUNDS ? FULL_TABS : SHORT_TABS;
  const random = randomFrom(seed);
  let figures = NOTHING_YET;
  try {
    for (let done = 0; done < rounds; done += ROUNDS_A_SESSION) {
      const some = Math.min(ROUNDS_A_SESSION, rounds - done);
      const part = await withProfile(async (profile) => {
        const driven = await driveBrowser(chromium, profile, page);
        try {
          return await new Tabs(driven, random).measure(count, some);
        } finally {
          await driven.close();
        }
      });
      figures = together(figures, part);
    }
  } finally {
    page.close();
  }
  note(`${count} tabs.`);
  const { name, version } = chromium;
  const setting = /** @type {const} */ ({
    ...{ system: 'agent-memory', fault: 'tabs', browser: name, version },
    durability: 'relaxed',
  });
  return [{ ...setting, rounds, ...figures }];
}

/** Each opening of a page has a name of its own. */
let openings = 0;

class Tabs {
  #browser;
  #random;
  /** @type {DrivenTab[]} */
  #tabs = [];
  /** Words that some tab was told are stored. @type {Map<string, Word>} */
  #acknowledged = new Map();

  /**
   * @param {DrivenBrowser} browser
   * @param {() => number} random
   */
  constructor(browser, random) {
    this.#browser = browser;
    this.#random = random;
  }

  /**
   * @param {number} tabs
   * @param {number} rounds
   */
  async measure(tabs, rounds) {
    let figures = NOTHING_YET;
    for (let tab = 0; tab < tabs; tab += 1) this.#tabs.push(await this.#open());
    for (let round = 0; round < rounds; round += 1) {
      figures = together(figures, await this.#round(round));
    }
    const [looking] = this.#tabs;
    /** @type {readonly Word[]} */
    const stored = (await looking?.link.call('stored')) ?? [];
    const texts = new Map(stored.map(({ id, text }) => [id, text]));
    const lost = [...this.#acknowledged.values()].filter(({ id }) => !texts.has(id)).length;
    const torn = stored.filter(({ id, text }) => {
      const word = this.#acknowledged.get(id);
      return word !== undefined && word.text !== text;
    }).length;
    return { ...figures, acknowledged: this.#acknowledged.size, lost, torn };
  }

  async #open() {
    openings += 1;
    const tab = await this.#browser.open(`tab-${openings}`);
    await tab.link.call('join');
    return tab;
  }

  /** @param {number} round */
  async #round(round) {
    const acts = await Promise.all(this.#tabs.map((_, index) => this.#act(index, round)));
    const words = acts.flatMap((act) => act.words);
    for (const word of words) this.#acknowledged.set(word.id, word);
    const { late, ms } = await this.#untilSeen(words.map(({ id }) => id));
    const calls = acts.flatMap(({ call }) => call ?? []);
    return {
      silent: late,
      hung: calls.filter(({ outcome }) => outcome === 'hung').length,
      slowestMs: ms,
    };
  }

  /**
   * @param {number} index
   * @param {number} round
   * @returns {Promise<{ readonly words: readonly Word[], readonly call?: import('../page/settled.mjs').Settled }>}
   */
  async #act(index, round) {
    const tab = this.#tabs[index];
    if (!tab) return { words: [] };
    const chance = this.#random();
    if (chance < 0.05) {
      await tab.page.close();
      this.#tabs[index] = await this.#open();
      return { words: [] };
    }
    const kind = chance < 0.75 ? 'append' : chance < 0.9 ? 'edit' : 'compact';
    return tab.link.call('act', { kind, text: `tab ${index}, round ${round}` });
  }

  /** @param {readonly string[]} ids */
  async #untilSeen(ids) {
    const started = performance.now();
    /** Words that were not seen everywhere in time. */
    let late = 0;
    for (;;) {
      const unknown = await Promise.all(
        this.#tabs.map(
          ({ link }) => /** @type {Promise<readonly string[]>} */ (link.call('unknown', { ids })),
        ),
      );
      const missing = new Set(unknown.flat()).size;
      const ms = performance.now() - started;
      if (ms > SEEN_WITHIN_MS) late = Math.max(late, missing);
      if (missing === 0 || ms > LAST_LOOK_MS) return { late, ms };
      await wait(LOOK_MS);
    }
  }
}
