// @ts-check

/** Requests of a page to the server; it is killed at one of so many. */
const MOST_REQUESTS = 24;
const MOST_WAIT_MS = 12;

/** A random moment in the life of a page at which it is killed. */
export class KillPoint {
  /** Resolves with false when the page is gone: its work is not done. @type {Promise<boolean>} */
  killed;
  #left;
  #waitMs;
  #kill = () => undefined;

  /**
   * @param {import('playwright').Page} page
   * @param {() => number} random from 0 up to 1
   */
  constructor(page, random) {
    this.#left = 1 + Math.floor(random() * MOST_REQUESTS);
    this.#waitMs = random() * MOST_WAIT_MS;
    const isCrash = random() < 0.5;
    this.killed = new Promise((resolve, reject) => {
      this.#kill = () => {
        if (page.isClosed()) return;
        const isOver = () => resolve(false);
        // Its work was done meanwhile, and it was closed for that.
        const failed = (/** @type {unknown} */ error) => page.isClosed() || reject(error);
        (isCrash ? crash(page) : page.close()).then(isOver, failed);
      };
    });
  }

  /** A request of the page has come. */
  count() {
    this.#left -= 1;
    if (this.#left === 0) setTimeout(this.#kill, this.#waitMs);
  }

  /**
   * The work of a page that was killed is refused; its caller waits for the kill to be over.
   *
   * @param {unknown} error
   */
  refusal = (error) => {
    if (/crash|closed/i.test(String(error))) return this.killed;
    throw error;
  };
}

/**
 * @param {import('playwright').Page} page
 * @throws when the page closes first; both promises are handled then.
 */
async function crash(page) {
  const askToCrash = async () => {
    const devtools = await page.context().newCDPSession(page);
    // The renderer that should answer is gone.
    devtools.send('Page.crash').catch(() => undefined);
  };
  await Promise.all([page.waitForEvent('crash'), askToCrash()]);
}

/**
 * The same numbers for the same seed.
 *
 * @param {number} seed
 * @returns {() => number} from 0 up to 1
 * @see https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32
 */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
