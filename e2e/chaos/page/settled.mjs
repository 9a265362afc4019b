// @ts-check
import { codeOf } from './memories.mjs';

/**
 * How a call ended.
 *
 * @typedef {object} Settled
 * @property {string} call
 * @property {'resolved' | 'rejected' | 'hung'} outcome
 * @property {number} ms
 * @property {string} [code] of the error it rejected with
 */

/** A call that has not settled by then never does, as far as a person is concerned. */
export const PATIENCE_MS = 15_000;

/**
 * Waits for a call, and says how it ended. An error that is not this library's is thrown on: no
 * trouble with a store may show as one.
 *
 * @param {string} call its name
 * @param {() => Promise<unknown>} begin
 * @returns {Promise<Settled>}
 */
export async function settled(call, begin) {
  const started = performance.now();
  const ms = () => performance.now() - started;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let limit;
  /** @type {Promise<Settled>} */
  const late = new Promise((resolve) => {
    limit = setTimeout(() => resolve({ call, outcome: 'hung', ms: ms() }), PATIENCE_MS);
  });
  /** @type {Promise<Settled>} */
  const ended = begin().then(
    () => ({ call, outcome: 'resolved', ms: ms() }),
    (error) => ({ call, outcome: 'rejected', ms: ms(), code: typedCode(error) }),
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(limit);
  }
}

/** @param {unknown} error */
function typedCode(error) {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return codeOf(error);
  throw error;
}
