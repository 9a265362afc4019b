// @ts-check
import { scoreSystem } from './score-system.mjs';

/**
 * One line of the report, with the fields of the published contract. Shares are 0…1; null where there
 * was nothing to measure.
 *
 * @typedef {Omit<import('./score-system.mjs').Score, 'faults' | 'needed' | 'cost'>
 *   & Record<import('./context-faults.mjs').Fault, number>
 *   & { relativeCost: number | null }} ReplayRow
 */

/** The system whose input cost is 1. */
export const COST_BASELINE = 'LangChain trimMessages (no startOn)';

/**
 * Scores all systems on the same sessions at one budget.
 *
 * @param {readonly import('./sessions.mjs').Session[]} sessions
 * @param {number} budget tokens
 * @param {readonly import('./systems/system.mjs').System[]} systems
 * @returns {Promise<ReplayRow[]>}
 */
export async function replayRows(sessions, budget, systems) {
  const scores = [];
  for (const system of systems) scores.push(await scoreSystem(sessions, budget, system));
  const baseline = scores.find((score) => score.system === COST_BASELINE)?.cost ?? 0;
  return scores.map((score) => toRow(score, baseline));
}

/**
 * @param {import('./score-system.mjs').Score} score
 * @param {number} baseline
 * @returns {ReplayRow}
 */
function toRow(score, baseline) {
  return {
    system: score.system,
    budget: score.budget,
    contexts: score.contexts,
    refused: score.refused,
    ...score.faults,
    retention: score.retention,
    retentionMean: score.retentionMean,
    clean: score.clean,
    usable: score.usable,
    reachable: score.reachable,
    cleanMean: score.cleanMean,
    usableMean: score.usableMean,
    relativeCost: baseline === 0 ? null : score.cost / baseline,
    cachedShare: score.cachedShare,
    compactions: score.compactions,
    p50Ms: score.p50Ms,
    p95Ms: score.p95Ms,
  };
}
