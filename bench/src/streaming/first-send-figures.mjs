// @ts-check
import { quantile } from '../scale/quantile.mjs';

/** @typedef {import('./send-first.mjs').FirstSend} FirstSend */

/**
 * One figure of the report.
 *
 * @typedef {object} FirstSendRow
 * @property {string} system
 * @property {'firstSend' | 'firstSendWork' | 'firstSendTask' | 'firstSendTaskWork'} figure
 * @property {number} value the median, of `firstSendTask` and `firstSendTaskWork` the longest of all
 * @property {'ms'} unit
 * @property {number} n messages of the chat
 */

/**
 * The figures of one chat's first message.
 *
 * @param {import('./system.mjs').FirstSendSystem} system
 * @param {{ readonly messages: number }} extent
 * @param {readonly FirstSend[]} runs not empty
 * @returns {FirstSendRow[]}
 */
export function firstSendRows({ name }, { messages: n }, runs) {
  const rowOf = (/** @type {FirstSendRow['figure']} */ figure, /** @type {number} */ value) =>
    /** @type {FirstSendRow} */ ({ system: name, figure, value, unit: 'ms', n });
  const median = (/** @type {(run: FirstSend) => number} */ figure) =>
    quantile(runs.map(figure), 0.5);
  return [
    rowOf(
      'firstSend',
      median(({ sentMs }) => sentMs),
    ),
    rowOf(
      'firstSendWork',
      median(({ workMs }) => workMs),
    ),
    rowOf('firstSendTask', Math.max(...runs.map(({ taskMs }) => taskMs))),
    rowOf('firstSendTaskWork', Math.max(...runs.map(({ taskCpuMs }) => taskCpuMs))),
  ];
}
