// @ts-check
import { patience } from '../../scripts/patience.mjs';
import { Acknowledged } from './acknowledged.mjs';
import { NOTHING_YET, together } from './chaos-row.mjs';
import { PageGoneError } from './link/page-link.mjs';
import { within } from './link/within.mjs';

/** @typedef {import('./page/troubled-page.mjs').TroubleNews} TroubleNews */
/** @typedef {import('./chaos-row.mjs').Figures} Figures */

/** The news of a page that appends through trouble, and its state at any time. */
export class Troubled {
  acknowledged = new Acknowledged();
  /** Appends that did not make a message durable at once: it is owed, or was refused. */
  troubles = 0;
  #harm = NOTHING_YET;
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {unknown} given news of the page */
  take = (given) => {
    const news = /** @type {TroubleNews} */ (given);
    if (news.kind === 'stored') this.acknowledged.add(news.stored);
    else {
      this.#harm = together(this.#harm, harmIn(news));
      if (isTrouble(news)) this.troubles += 1;
    }
    for (const look of this.#waiting) look();
  };

  /** @returns {Figures} */
  get figures() {
    return { ...this.#harm, acknowledged: this.acknowledged.count };
  }

  /**
   * Resolves as soon as news made it so.
   *
   * @param {() => boolean} isSo
   * @returns {Promise<void>}
   */
  until(isSo) {
    /** @type {Promise<void>} */
    const came = new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
    return within(came, patience.testMs, 'The page did not tell what was waited for');
  }
}

/**
 * Waits for a page to end its work, or to be gone.
 *
 * @param {Promise<unknown>} work
 * @returns {Promise<void>}
 */
export async function untilGone(work) {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof PageGoneError)) throw error;
  }
}

/**
 * @param {Exclude<TroubleNews, { kind: 'stored' }>} news
 * @returns {Partial<Figures>}
 */
function harmIn(news) {
  // It is said to be kept in memory alone, and the state has to say why.
  if (news.kind === 'owed') return { silent: news.isTold ? 0 : 1 };
  if (news.kind === 'unpaid') return { lost: news.messages };
  return { hung: news.settled.outcome === 'hung' ? 1 : 0, slowestMs: news.settled.ms };
}

/** @param {TroubleNews} news */
function isTrouble(news) {
  return news.kind === 'owed' || (news.kind === 'settled' && news.settled.outcome === 'rejected');
}
