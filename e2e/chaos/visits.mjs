// @ts-check
import { startBrowser } from './browsers/raw-browser.mjs';
import { NOTHING_YET, together } from './chaos-row.mjs';

/** @typedef {import('./link/page-link.mjs').PageLink} PageLink */

/** Each opening of a page has a name of its own. */
let openings = 0;

/** A name that no page has had yet. */
export function newTab() {
  openings += 1;
  return `opening-${openings}`;
}

/** Starts of one browser on one profile, each with the served page. */
export class Visits {
  /** @readonly */
  profile;
  /** The origin of the served page. @readonly */
  origin;
  #page;
  #browser;

  /** @param {{ page: import('./link/serve-page.mjs').ServedPage, browser: import('./browsers/raw-browser.mjs').Installed, profile: string }} place */
  constructor({ page, browser, profile }) {
    this.profile = profile;
    this.origin = page.origin;
    this.#page = page;
    this.#browser = browser;
  }

  /**
   * Starts the browser, lets the page do something, and ends the browser.
   *
   * @template Result
   * @param {(link: PageLink, browser: import('./browsers/raw-browser.mjs').RawBrowser) => Promise<Result>} during
   * @param {'close' | 'kill'} [end] default: as a person would
   * @param {string} [hash] behind the page's address
   * @returns {Promise<Result>}
   */
  async visit(during, end = 'close', hash = '') {
    const tab = newTab();
    const address = `${this.#page.address(tab)}${hash}`;
    const browser = await startBrowser(this.#browser, this.profile, address);
    try {
      const result = await during(await this.#page.page(tab), browser);
      if (end === 'close') await browser.close();
      return result;
    } finally {
      await browser.kill();
    }
  }

  /**
   * Starts the browser so many times, and looks each time for what was acknowledged.
   *
   * @param {import('./acknowledged.mjs').Acknowledged} acknowledged
   * @param {number} starts
   * @param {import('./page/memories.mjs').Keeping} [keeping]
   */
  async look(acknowledged, starts, keeping = {}) {
    let harm = NOTHING_YET;
    for (let start = 0; start < starts; start += 1) {
      const found = await this.visit((link) => acknowledged.lookIn(link, keeping));
      harm = together(harm, found);
    }
    return harm;
  }
}
