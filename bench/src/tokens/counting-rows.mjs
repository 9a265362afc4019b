// @ts-check
import { REFERENCE } from './counters.mjs';

/** @typedef {import('./counters.mjs').Counter} Counter */

/**
 * How fast and how exactly one system counts the recorded texts.
 *
 * @typedef {object} CountingRow
 * @property {string} system
 * @property {number} texts
 * @property {number} tokens of all texts, by js-tiktoken
 * @property {number} tokensPerSecond median of the rounds
 * @property {number} ratioToJsTiktoken median of the rounds, each against js-tiktoken in the same round
 * @property {number} firstRoundRatio the same in the round ahead of the measured ones, when nothing is compiled yet
 * @property {number} mismatches texts with another count than js-tiktoken's
 */

const ROUNDS = 5;

/**
 * Counts all texts with every system in turn, once unmeasured and then in `ROUNDS` rounds, so that
 * what else the machine does falls on all of them.
 *
 * @param {readonly string[]} texts
 * @param {readonly Counter[]} counters one of them `REFERENCE`
 * @param {() => number} nowMs
 * @returns {CountingRow[]}
 */
export function countingRows(texts, counters, nowMs = () => performance.now()) {
  const rounds = Array.from({ length: ROUNDS + 1 }, () =>
    counters.map((counter) => roundMs(texts, counter, nowMs)),
  );
  const at = counters.findIndex(({ system }) => system === REFERENCE);
  const reference = texts.map((text) => counters[at]?.count(text) ?? Number.NaN);
  const tokens = reference.reduce((sum, count) => sum + count, 0);
  const [first = [], ...measured] = rounds;
  return counters.map(({ system, count }, index) => ({
    system,
    texts: texts.length,
    tokens,
    tokensPerSecond: (1_000 * tokens) / median(measured.map((ms) => ms[index] ?? Number.NaN)),
    ratioToJsTiktoken: median(measured.map((ms) => ratioOf(ms, at, index))),
    firstRoundRatio: ratioOf(first, at, index),
    mismatches: texts.filter((text, place) => count(text) !== reference[place]).length,
  }));
}

/**
 * @param {readonly string[]} texts
 * @param {Counter} counter
 * @param {() => number} nowMs
 */
function roundMs(texts, { count, forget }, nowMs) {
  forget?.();
  const startMs = nowMs();
  for (const text of texts) count(text);
  return nowMs() - startMs;
}

/**
 * @param {readonly number[]} ms
 * @param {number} reference
 * @param {number} index
 */
function ratioOf(ms, reference, index) {
  return (ms[reference] ?? Number.NaN) / (ms[index] ?? Number.NaN);
}

/** @param {readonly number[]} figures */
function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
