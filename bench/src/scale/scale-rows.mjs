// @ts-check
import { quantile } from './quantile.mjs';

/** @typedef {import('./call-times.mjs').CallTimes} CallTimes */
/** @typedef {import('./long-work.mjs').LongWork} LongWork */
/** @typedef {'retrieve' | 'retrieveWords' | 'retrieveTask' | 'indexLoad' | 'indexMemory'} RetrievalFigure */

/** @typedef {'open' | 'openNewest' | 'openTask' | 'openBare' | 'openBareTask' | 'export' | 'exportTask' | 'import' | 'importTask'} OpeningFigure */

/**
 * One figure of the report.
 *
 * @typedef {object} ScaleRow
 * @property {string} system
 * @property {'append' | 'assemble' | 'firstAssemble' | 'bundle' | 'write' | 'load' | 'appendToDisk' | 'turn' | OpeningFigure | 'logRotation' | 'canary' | 'history' | 'historyKept' | LongWork | RetrievalFigure} figure
 * @property {number | null} n messages that the session held, or megabytes of text; null where it has none
 * @property {number} value the median where it was measured more than once
 * @property {'ms' | 'bytes' | 'times'} unit
 * @property {number | null} p99 null where it was measured once
 * @property {string} [entry] which import, for `bundle`
 * @property {number} [cpuMs] the most processor time of one task; unlike `value` it is not longer on a busy machine
 * @property {number} [wholeMs] from begin to end, where `value` is the longest task in between
 */

/**
 * @param {CallTimes} times
 * @returns {ScaleRow[]}
 */
export function callRows({ system, n, appendMs, assembleMs, firstAssembleMs }) {
  return [
    sampleRow(system, 'append', n, appendMs),
    sampleRow(system, 'assemble', n, assembleMs),
    { system, figure: 'firstAssemble', n, value: firstAssembleMs, unit: 'ms', p99: null },
  ];
}

/**
 * @param {string} system
 * @param {Exclude<ScaleRow['figure'], 'bundle'>} figure
 * @param {number} n
 * @param {readonly number[]} sample
 * @param {ScaleRow['unit']} [unit]
 * @returns {ScaleRow}
 */
export function sampleRow(system, figure, n, sample, unit = 'ms') {
  return { system, figure, n, value: quantile(sample, 0.5), unit, p99: quantile(sample, 0.99) };
}

/**
 * The same work with encryption and without, and how many times as long it takes with.
 *
 * @param {'appendToDisk' | 'openNewest'} figure
 * @param {number} n
 * @param {import('./encryption-times.mjs').Pair} pair
 * @returns {ScaleRow[]}
 */
export function encryptionRows(figure, n, { plain, encrypted }) {
  return [
    sampleRow('agent-memory', figure, n, plain),
    sampleRow('agent-memory, encrypted', figure, n, encrypted),
    ratioRow('encrypted ÷ plain', figure, n, [encrypted, plain]),
  ];
}

/**
 * A turn early in a session and a late one, and how many times as long the late one takes.
 *
 * @param {readonly [import('./turn-times.mjs').TurnTimes, import('./turn-times.mjs').TurnTimes]} times
 * @returns {ScaleRow[]}
 */
export function turnRows([early, late]) {
  return [
    sampleRow('agent-memory', 'turn', early.n, early.turnMs),
    sampleRow('agent-memory', 'turn', late.n, late.turnMs),
    ratioRow('late ÷ early', 'turn', late.n, [late.turnMs, early.turnMs]),
  ];
}

/**
 * How many times as long the one takes as the other, by their medians.
 *
 * @param {string} system
 * @param {ScaleRow['figure']} figure
 * @param {number} n
 * @param {readonly [readonly number[], readonly number[]]} samples
 * @returns {ScaleRow}
 */
function ratioRow(system, figure, n, [one, other]) {
  const value = quantile(one, 0.5) / quantile(other, 0.5);
  return { system, figure, n, value, unit: 'times', p99: null };
}

/**
 * @param {string} system
 * @param {string} entry
 * @param {number} bytes
 * @returns {ScaleRow}
 */
export function bundleRow(system, entry, bytes) {
  return { system, figure: 'bundle', n: null, value: bytes, unit: 'bytes', p99: null, entry };
}
