import * as fc from 'fast-check';
import { inject } from 'vitest';

// Tests that import 'fast-check' get this module (see vite.config.ts): the one place where the number
// of random runs and the seed of every property are scaled. Each test names its usual number of runs.

/**
 * @typedef {object} PropertyScale
 * @property {number} share of the usual runs
 * @property {number | null} seed instead of each property's own
 */

export * from 'fast-check';

/** The scale of this run. @type {PropertyScale} */
export const scale = inject('properties');

/** Whether every property is tried in full, so that each case that its input can have is expected to come up. */
export const isInFull = scale.share >= 1;

/**
 * @template Values
 * @param {fc.IRawProperty<Values>} property
 * @param {fc.Parameters<Values>} [parameters] with the usual number of runs and the usual seed
 */
export function assert(property, parameters) {
  return fc.assert(property, scaled(parameters, scale));
}

export default { ...fc, assert };

/** What fast-check runs when it is told nothing. */
const USUAL_RUNS = 100;

/**
 * @template Values
 * @param {fc.Parameters<Values> | undefined} parameters
 * @param {PropertyScale} propertyScale
 * @returns {fc.Parameters<Values>}
 */
export function scaled(parameters, { share, seed }) {
  const { numRuns = USUAL_RUNS, examples = [], path } = parameters ?? {};
  return {
    ...parameters,
    // Examples are inputs that failed once: they are run whatever the share, and count as runs.
    numRuns: Math.max(1, Math.ceil(numRuns * share)) + examples.length,
    // A path leads to its input only from the seed beside it.
    ...(seed !== null && path === undefined ? { seed } : {}),
  };
}
