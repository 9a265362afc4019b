// @ts-check

/**
 * One figure of the report for a fault under one system, browser and setting.
 *
 * @typedef {object} ChaosRow
 * @property {string} system `agent-memory`, or the control without what it does
 * @property {string} fault
 * @property {string} browser
 * @property {string} version of the browser
 * @property {'relaxed' | 'strict'} durability
 * @property {number} rounds
 * @property {number} acknowledged messages that were said to be stored
 * @property {number} lost of those, not there again, resets of the engine apart
 * @property {number} torn sessions with a hole, a damaged part or another text, or that cannot be read
 * @property {number} wiped times that the engine threw the database away
 * @property {number} silent times that something was lost or degraded without a word
 * @property {number} hung calls that did not settle in time
 * @property {number | null} slowestMs of the calls that the fault measures; null where it measures none
 */

/** @typedef {Pick<ChaosRow, 'acknowledged' | 'lost' | 'torn' | 'wiped' | 'silent' | 'hung' | 'slowestMs'>} Figures */

/** @type {Figures} */
export const NOTHING_YET = {
  acknowledged: 0,
  lost: 0,
  torn: 0,
  wiped: 0,
  silent: 0,
  hung: 0,
  slowestMs: null,
};

/**
 * The figures of two parts of one measurement together.
 *
 * @param {Figures} all
 * @param {Partial<Figures>} more
 * @returns {Figures}
 */
export function together(all, more) {
  const sum = (/** @type {Exclude<keyof Figures, 'slowestMs'>} */ name) =>
    all[name] + (more[name] ?? 0);
  return {
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    torn: sum('torn'),
    wiped: sum('wiped'),
    silent: sum('silent'),
    hung: sum('hung'),
    slowestMs: slower(all.slowestMs, more.slowestMs ?? null),
  };
}

/**
 * @param {number | null} one
 * @param {number | null} other
 */
function slower(one, other) {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}

/** Whether a fault did no harm. @param {Figures} figures */
export function isHarmless({ lost, torn, wiped, silent, hung }) {
  return lost + torn + wiped + silent + hung === 0;
}
