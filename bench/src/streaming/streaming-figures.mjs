// @ts-check
import { quantile } from '../scale/quantile.mjs';

/**
 * The cost of one turn in the page's main thread, in seconds of its own processor time.
 *
 * @typedef {object} TurnTimes
 * @property {number} streamScriptS scripting while the answer streamed
 * @property {number} streamTaskS all work while the answer streamed: scripting, layout, paint
 * @property {number} turnScriptS scripting of the whole turn, from the question to the kept answer
 * @property {Readonly<Record<string, number>>} renders by component, while the answer streamed
 */

/**
 * A plain run and the run with memory beside it.
 *
 * @typedef {object} PairedTurns
 * @property {TurnTimes} plain
 * @property {TurnTimes} withMemory
 */

/**
 * One figure of the report.
 *
 * @typedef {object} StreamingRow
 * @property {string} system
 * @property {'scriptPerToken' | 'taskPerToken' | 'turnScript' | 'ratio' | 'ratioLow' | 'ratioHigh' | 'renders'} figure
 * @property {number} value the median where it was measured more than once
 * @property {'ms' | 'times' | 'renders'} unit
 * @property {number} n messages that the chat began with
 * @property {string} [component] for `renders`
 */

/**
 * The figures of one app, with and without memory.
 *
 * @param {import('./system.mjs').Pair} pair
 * @param {{ readonly messages: number, readonly tokens: number }} extent
 * @param {readonly PairedTurns[]} runs not empty
 * @returns {StreamingRow[]}
 */
export function streamingRows(pair, { messages, tokens }, runs) {
  const plain = runs.map((run) => run.plain);
  const withMemory = runs.map((run) => run.withMemory);
  return [
    ...rowsOfSystem(pair.plain.name, messages, tokens, plain),
    ...rowsOfSystem(pair.withMemory.name, messages, tokens, withMemory),
    ...ratioRows(pair.withMemory.name, messages, runs),
  ];
}

/**
 * @param {string} system
 * @param {number} n
 * @param {number} tokens
 * @param {readonly TurnTimes[]} turns
 * @returns {StreamingRow[]}
 */
function rowsOfSystem(system, n, tokens, turns) {
  const median = (/** @type {(turn: TurnTimes) => number} */ seconds) =>
    quantile(turns.map(seconds), 0.5) * 1000;
  const components = [...new Set(turns.flatMap(({ renders }) => Object.keys(renders)))];
  return [
    {
      system,
      figure: 'scriptPerToken',
      value: median((turn) => turn.streamScriptS) / tokens,
      unit: 'ms',
      n,
    },
    {
      system,
      figure: 'taskPerToken',
      value: median((turn) => turn.streamTaskS) / tokens,
      unit: 'ms',
      n,
    },
    { system, figure: 'turnScript', value: median((turn) => turn.turnScriptS), unit: 'ms', n },
    ...components.map(
      (component) =>
        /** @type {StreamingRow} */ ({
          system,
          figure: 'renders',
          component,
          // The most of any run: one that renders once in a while is not to hide behind a median.
          value: Math.max(...turns.map(({ renders }) => renders[component] ?? 0)),
          unit: 'renders',
          n,
        }),
    ),
  ];
}

/**
 * Scripting per token with memory, as a multiple of that without: each run with memory held against
 * each without. Much of how fast a page runs is settled while the browser compiles it and stays so for
 * the whole run, so that the run beside it is no better to hold it against than any other. The spread
 * is that of the middle half.
 *
 * @param {string} system
 * @param {number} n
 * @param {readonly PairedTurns[]} runs
 * @returns {StreamingRow[]}
 */
function ratioRows(system, n, runs) {
  if (runs.some(({ plain }) => plain.streamScriptS <= 0)) {
    throw new Error('The browser reports no scripting for an answer that streamed.');
  }
  const ratios = runs.flatMap(({ withMemory }) =>
    runs.map(({ plain }) => withMemory.streamScriptS / plain.streamScriptS),
  );
  return [
    { system, figure: 'ratio', value: quantile(ratios, 0.5), unit: 'times', n },
    { system, figure: 'ratioLow', value: quantile(ratios, 0.25), unit: 'times', n },
    { system, figure: 'ratioHigh', value: quantile(ratios, 0.75), unit: 'times', n },
  ];
}
