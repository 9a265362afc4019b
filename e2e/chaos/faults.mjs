// @ts-check

/**
 * How a fault is to be measured.
 *
 * @typedef {object} Effort
 * @property {number | undefined} rounds as asked for; undefined: so many as the fault thinks short
 * @property {number} seed of everything that is random
 * @property {'chromium' | 'firefox' | 'webkit' | undefined} browser as asked for; undefined: each that is there
 * @property {(words: string) => void} note for the person who waits: progress, and what is left out and why
 */

/**
 * Measures one fault. The first row is that of `agent-memory` as it comes, in Chromium.
 *
 * @typedef {(effort: Effort) => Promise<readonly import('./chaos-row.mjs').ChaosRow[]>} Fault
 */

/**
 * Every fault by its name, in the order in which they run.
 *
 * @type {ReadonlyMap<string, () => Promise<{ readonly run: Fault }>>}
 */
export const FAULTS = new Map([
  ['kill', () => import('./faults/kill.mjs')],
  ['torn', () => import('./faults/torn.mjs')],
  ['disk', () => import('./faults/disk.mjs')],
  ['quota', () => import('./faults/quota.mjs')],
  ['connection', () => import('./faults/connection.mjs')],
  ['hang', () => import('./faults/hang.mjs')],
  ['upgrade', () => import('./faults/upgrade.mjs')],
  ['freeze', () => import('./faults/freeze.mjs')],
  ['leave', () => import('./faults/leave.mjs')],
  ['tabs', () => import('./faults/tabs.mjs')],
  ['cleared', () => import('./faults/cleared.mjs')],
  ['erase', () => import('./faults/erase.mjs')],
  ['records', () => import('./faults/records.mjs')],
  ['import', () => import('./faults/import.mjs')],
]);
