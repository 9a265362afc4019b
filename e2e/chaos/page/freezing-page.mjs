// @ts-check
import { commitThroughTrouble, stop } from './troubled-page.mjs';

export { find } from './memories.mjs';
export { stop };

/** @typedef {import('./troubled-page.mjs').TroubleNews} TroubleNews */

/**
 * A tab as its driver sees it. Its connection does not outlive a freeze, so what it has to tell from then on
 * is fetched.
 *
 * @typedef {object} FreezingTab
 * @property {() => { readonly freezes: number, readonly isInside: boolean, readonly told: number }} state
 *   freezes that it noticed, whether one came in the middle of a transaction, and how much it has reported
 * @property {(messages: number) => Promise<void>} goesOn resolves when so many more messages are stored
 * @property {(from: number) => Promise<readonly TroubleNews[]>} end ends its work, and returns what it reported after
 *   the first ones
 */

/** Everything that this tab reported, received or not. @type {TroubleNews[]} */
const told = [];
/** @type {Promise<void>} */
let work = Promise.resolve();
/** @type {Set<IDBTransaction>} */
const underWay = new Set();
/** Called with the next transaction that writes. @type {((transaction: IDBTransaction) => void) | undefined} */
let takeNext;
let freezes = 0;
let isInside = false;
let frozeAtMs = 0;
/** How long the page stood still in the middle of the call under way. */
let stoodMs = 0;
/** Called whenever this tab reports something. @type {() => void} */
let look = () => undefined;

/**
 * Appends until it is stopped.
 *
 * @param {import('./troubled-page.mjs').TroubledWork} given
 * @param {(news: TroubleNews) => void} tell
 */
export function write(given, tell) {
  work = commitThroughTrouble(given, (news) => {
    const own = withoutStandstill(news);
    told.push(own);
    tell(own);
    look();
  });
  return work;
}

/** A call is not slow for the time in which the page stood still. @param {TroubleNews} news */
function withoutStandstill(news) {
  if (news.kind !== 'settled') return news;
  const ms = news.settled.ms - stoodMs;
  stoodMs = 0;
  return { ...news, settled: { ...news.settled, ms } };
}

/**
 * Keeps the next transaction of this page that writes under way until the page is frozen.
 *
 * @returns {Promise<void>} resolves as soon as one is.
 */
export function keepNextOpen() {
  return new Promise((resolve) => {
    takeNext = (transaction) => {
      takeNext = undefined;
      const [name = ''] = transaction.objectStoreNames;
      const before = freezes;
      const goOn = () => {
        resolve();
        if (freezes === before) transaction.objectStore(name).count().onsuccess = goOn;
      };
      transaction.objectStore(name).count().onsuccess = goOn;
    };
  });
}

function seeTransactions() {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options);
    underWay.add(transaction);
    for (const end of ['complete', 'abort']) {
      transaction.addEventListener(end, () => underWay.delete(transaction));
    }
    if (mode === 'readwrite') takeNext?.(transaction);
    return transaction;
  };
}

function seeFreezes() {
  document.addEventListener('freeze', () => {
    freezes += 1;
    isInside ||= underWay.size > 0;
    frozeAtMs = performance.now();
  });
  document.addEventListener('resume', () => {
    stoodMs += performance.now() - frozeAtMs;
  });
}

/** @returns {number} */
function storedSoFar() {
  return told.filter(({ kind }) => kind === 'stored').length;
}

/** @type {FreezingTab} */
const tab = {
  state: () => ({ freezes, isInside, told: told.length }),
  goesOn: (messages) =>
    new Promise((resolve) => {
      const enough = storedSoFar() + messages;
      look = () => {
        if (storedSoFar() >= enough) resolve();
      };
    }),
  end: async (from) => {
    stop();
    await work;
    return told.slice(from);
  },
};

seeTransactions();
seeFreezes();
Object.assign(window, { tab });
