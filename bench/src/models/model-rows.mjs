// @ts-check

/** @typedef {import('./page/models-page.mjs').Measured} Measured */

/**
 * A figure of a model, or of a way to do without one.
 *
 * @typedef {object} ModelRow
 * @property {string} system
 * @property {'webllm' | 'wllama' | 'onnx' | 'none'} engine
 * @property {'chat' | 'summary' | 'embed' | 'fault'} task
 * @property {string} [model]
 * @property {number} [threads]
 * @property {number} [loadMs]
 * @property {number} [firstMs]
 * @property {number} [perSecond]
 * @property {'tokens' | 'texts'} [unit]
 * @property {number} [cosine]
 * @property {number} [rounds]
 * @property {number} [committed]
 * @property {number} [valuesKept]
 * @property {string} [fault]
 * @property {string} [error]
 * @property {number} [fallbackMs]
 * @property {boolean} [memoryIntact]
 * @property {boolean} [recovered]
 */

const OWN = 'agent-memory';

/**
 * The rows of one measured part.
 *
 * @param {Measured} measured
 * @returns {readonly ModelRow[]}
 */
export function modelRows(measured) {
  switch (measured.task) {
    case 'chat':
      return [{ ...speedRow(measured), engine: measured.engine, task: 'chat', unit: 'tokens' }];
    case 'embed': {
      const { cosine } = measured;
      return [{ ...speedRow(measured), engine: 'onnx', task: 'embed', unit: 'texts', cosine }];
    }
    case 'summary':
      return summaryRows(measured);
    case 'fault': {
      const { task, model, fault, error, fallbackMs, memoryIntact, recovered } = measured;
      const cost = { fault, error, fallbackMs, memoryIntact, recovered };
      return [{ system: OWN, engine: 'webllm', task, model, ...cost }];
    }
    default:
      return measured;
  }
}

/**
 * Ours, and what texts without a model would have kept of the same matter.
 *
 * @param {Extract<Measured, { task: 'summary' }>} measured
 * @returns {readonly ModelRow[]}
 */
function summaryRows(measured) {
  const { rounds, committed, worth } = measured;
  return worth.map(({ system, valuesKept }) =>
    system === OWN
      ? {
          ...speedRow(measured),
          engine: 'wllama',
          task: 'summary',
          unit: 'tokens',
          rounds,
          committed,
          valuesKept,
        }
      : { system, engine: 'none', task: 'summary', valuesKept },
  );
}

/** @param {import('./page/models-page.mjs').Timed} measured */
function speedRow({ model, threads, loadMs, firstMs, perSecond }) {
  return { system: OWN, model, threads, loadMs, firstMs, perSecond };
}
