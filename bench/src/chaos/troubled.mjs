// @ts-check
import { Acknowledged } from './acknowledged.mjs';

/** @typedef {import('./page/troubled-page.mjs').TroubleNews} TroubleNews */
/** @typedef {import('./chaos-row.mjs').Figures} Figures */

/** What a page tells that appends through trouble, and what can be said of it at any time. */
export class Troubled {
  acknowledged = new Acknowledged();
  /** Appends that did not make a message durable at once: it is owed, or was refused. */
  troubles = 0;
  /** @type {Pick<Figures, 'lost' | 'silent' | 'hung' | 'slowestMs'>} */
  #figures = { lost: 0, silent: 0, hung: 0, slowestMs: 0 };
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {TroubleNews} news */
  take(news) {
    if (news.kind === 'stored') this.acknowledged.add(news.stored);
    else if (news.kind === 'settled') this.#settled(news.settled);
    else if (news.kind === 'unpaid') this.#figures.lost += news.messages;
    else {
      this.troubles += 1;
      // It said that it is not durable, and its state has to say why.
      if (!news.isTold) this.#figures.silent += 1;
    }
    for (const look of this.#waiting) look();
  }

  get figures() {
    return { ...this.#figures, acknowledged: this.acknowledged.count };
  }

  /**
   * Resolves as soon as news made it so.
   *
   * @param {() => boolean} isSo
   * @returns {Promise<void>}
   */
  until(isSo) {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** @param {import('./page/settled.mjs').Settled} settled */
  #settled({ outcome, ms }) {
    if (outcome === 'hung') this.#figures.hung += 1;
    if (outcome === 'rejected') this.troubles += 1;
    this.#figures.slowestMs = Math.max(this.#figures.slowestMs ?? 0, ms);
  }
}
