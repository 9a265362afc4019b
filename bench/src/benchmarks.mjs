// @ts-check

/**
 * Where a benchmark writes for the person who started it.
 *
 * @typedef {object} Terminal
 * @property {(text: string) => void} print results, to standard output
 * @property {(text: string) => void} complain what went wrong, to standard error
 */

/**
 * Runs one benchmark. Throws a `UsageError` for anything the caller can put right.
 *
 * @typedef {(args: readonly string[], terminal: Terminal) => Promise<void>} Benchmark
 */

/**
 * Every benchmark by the name that is typed. Loaded on demand, so that one benchmark never pays for
 * another one's peers.
 *
 * @type {ReadonlyMap<string, () => Promise<{ run: Benchmark }>>}
 */
export const BENCHMARKS = new Map([
  ['adapter', () => import('./adapter/run.mjs')],
  ['agents', () => import('./agents/run.mjs')],
  ['chaos', () => import('../../e2e/chaos/run.mjs')],
  ['evidence', () => import('./evidence/run.mjs')],
  ['guard', () => import('./guard/run.mjs')],
  ['languages', () => import('./languages/run.mjs')],
  ['models', () => import('./models/run.mjs')],
  ['replay', () => import('./replay/run.mjs')],
  ['retrieval', () => import('./retrieval/run.mjs')],
  ['runs', () => import('./runs/run.mjs')],
  ['scale', () => import('./scale/run.mjs')],
  ['tokens', () => import('./tokens/run.mjs')],
]);
