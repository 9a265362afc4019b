// @ts-check
import { textOf } from './page/texts.mjs';

/** @typedef {import('./page/memories.mjs').Stored} Stored */
/** @typedef {import('./page/memories.mjs').Found} Found */
/** @typedef {Pick<import('./chaos-row.mjs').Figures, 'lost' | 'torn' | 'wiped' | 'silent'>} Harm */

/** A store that cannot be read is asked so often. */
const MOST_LOOKS = 5;
const NOT_READ = 'STORE_UNAVAILABLE';

/** Messages that a page was told are stored: they must never be missing afterwards. */
export class Acknowledged {
  /** Ids by place, by session. @type {Map<string, Map<number, string>>} */
  #sessions = new Map();
  #count = 0;

  /** All that were ever acknowledged, also those that turned out to be lost. */
  get count() {
    return this.#count;
  }

  /** @param {Stored} stored */
  add({ sessionId, place, id }) {
    const session = this.#sessions.get(sessionId) ?? new Map();
    this.#sessions.set(sessionId, session);
    session.set(place, id);
    this.#count += 1;
  }

  /**
   * Takes the reports of a page that reports nothing else.
   *
   * @param {unknown} news
   */
  take = (news) => this.add(/** @type {Stored} */ (news));

  /**
   * Has a page open every session, and compares. A store that says that it cannot be read just now is
   * asked again, as a person would reload the page.
   *
   * @param {import('./link/page-link.mjs').PageLink} link
   * @param {import('./page/memories.mjs').Keeping} [keeping]
   */
  async lookIn(link, keeping = {}) {
    const wanted = { keeping, sessionIds: [...this.#sessions.keys()] };
    /** @type {readonly Found[]} */
    let found = [];
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      found = await link.call('find', wanted);
      if (!found.some(({ error }) => error === NOT_READ)) break;
    }
    return this.compare(found);
  }

  /**
   * Holds what was acknowledged against what is there. Harm is counted once: what is lost is not
   * expected at the next look.
   *
   * @param {readonly Found[]} found
   * @param {(sessionId: string, place: number) => string} [textAt]
   * @returns {Harm}
   */
  compare(found, textAt = textOf) {
    if (this.#count === 0 || this.#sessions.size === 0)
      return { lost: 0, torn: 0, wiped: 0, silent: 0 };
    const isWiped = found.every(
      ({ entries, error }) => entries.length === 0 && error === undefined,
    );
    let lost = 0;
    let torn = 0;
    for (const session of found) {
      const expected = this.#sessions.get(session.sessionId) ?? new Map();
      const harm = harmOf(session, expected, textAt);
      for (const place of harm.lost) expected.delete(place);
      lost += harm.lost.length;
      if (harm.isTorn) torn += 1;
    }
    const isTold = found.some(({ error, degraded }) => error !== undefined || degraded.length > 0);
    const isSilent = lost + torn > 0 && !isTold;
    const counted = isWiped ? { lost: 0, torn: 0, wiped: 1 } : { lost, torn, wiped: 0 };
    if (isWiped) this.#sessions.clear();
    return { ...counted, silent: isSilent ? 1 : 0 };
  }
}

/**
 * @param {Found} found
 * @param {ReadonlyMap<number, string>} expected
 * @param {(sessionId: string, place: number) => string} textAt
 */
function harmOf({ sessionId, entries, error, degraded }, expected, textAt) {
  const textById = new Map(entries.map(({ id, text }) => [id, text]));
  const lost = [...expected].filter(([, id]) => !textById.has(id)).map(([place]) => place);
  const isOther = [...expected].some(([place, id]) => {
    const text = textById.get(id);
    return text !== undefined && text !== textAt(sessionId, place);
  });
  return { lost, isTorn: error !== undefined || degraded.length > 0 || isOther };
}
