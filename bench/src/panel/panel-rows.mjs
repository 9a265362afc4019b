// @ts-check
import { quantile } from '../scale/quantile.mjs';

/**
 * @typedef {object} PanelRow
 * @property {'agent-memory'} system
 * @property {string} figure
 * @property {number} n turns, events or calls that it was measured at
 * @property {number} value the median of times; a count or a size otherwise
 * @property {'ms' | 'nodes' | 'bytes' | 'records' | 'files'} unit
 * @property {number} [p95]
 * @property {number} [longest]
 * @property {string} [tab] for `nodes`
 * @property {'value' | 'p95' | 'longest'} [judged] the figure that the bar is for
 * @property {number} [bar] not to be exceeded; absent where there is none
 */

const ROWS_BAR_MS = 200;
const TASK_BAR_MS = 50;
const NODES_BAR = 1_499;
const OVERHEAD_BAR_MS = 1;
/** "Costs about nothing" as a number: what two equal sessions differ by on a quiet machine. */
const CLOSED_BAR_MS = 0.2;
/** By so much the panel's share of the heap may differ between a tenth of the stream and its end. */
const GROWTH_BAR_BYTES = 8_000_000;
const PLANS_BAR = 120;
/** History keeps no more records than this, and every call is one. */
const CALLS_BAR = 6_000;

/**
 * @param {import('./measure-panel.mjs').PanelTimes} times
 * @returns {readonly PanelRow[]}
 */
export function panelRows(times) {
  const { turns, events } = times.session;
  return [
    plainRow('events', turns, events, 'records'),
    plainRow('calls', turns, times.session.calls, 'records'),
    timesRow('firstRows', turns, times.firstRowsMs, 'p95', ROWS_BAR_MS),
    timesRow('stepToRows', turns, times.stepToRowsMs, 'p95', ROWS_BAR_MS),
    .../** @type {const} */ (['scroll', 'scrub', 'play']).map((work) =>
      timesRow(`${work}Task`, turns, times.tasksMs[work], 'longest', TASK_BAR_MS),
    ),
    ...times.tabs.map(({ tab, nodes }) => ({
      ...plainRow('nodes', turns, nodes, 'nodes', NODES_BAR),
      tab,
    })),
    ...overheadRows(times.turnsMs),
    ...streamRows(times.streamed),
    plainRow('bundle', 1, times.bundleHits, 'files', 0),
  ];
}

/** Whether a row keeps its bar; `undefined` where it has none. @param {PanelRow} row */
export function isWithin(row) {
  if (row.bar === undefined) return undefined;
  const judged = row[row.judged ?? 'value'];
  if (judged === undefined)
    throw new Error(`The row ${row.figure} lacks the figure it is judged by.`);
  return judged <= row.bar;
}

/**
 * The difference of each quantile to that of the turns without the panel.
 *
 * @param {import('./measure-panel.mjs').PanelTimes['turnsMs']} turnsMs
 * @returns {PanelRow[]}
 */
function overheadRows({ plain, closed, attached, open }) {
  const over = (/** @type {readonly number[]} */ turns, /** @type {number} */ share) =>
    quantile(turns, share) - quantile(plain, share);
  const row = (
    /** @type {string} */ figure,
    /** @type {readonly number[]} */ turns,
    /** @type {number} */ bar,
  ) => ({
    ...plainRow(figure, turns.length, over(turns, 0.5), 'ms', bar),
    p95: over(turns, 0.95),
    judged: /** @type {const} */ ('p95'),
  });
  return [
    timesRow('turn', plain.length, plain),
    row('closedOverhead', closed, CLOSED_BAR_MS),
    row('attachedOverhead', attached, OVERHEAD_BAR_MS),
    row('openOverhead', open, OVERHEAD_BAR_MS),
  ];
}

/**
 * @param {import('./measure-panel.mjs').PanelTimes['streamed']} streamed
 * @returns {PanelRow[]}
 */
function streamRows(streamed) {
  const first = streamed[0]?.shareBytes ?? 0;
  const grown = (streamed.at(-1)?.shareBytes ?? 0) - first;
  const rows = streamed.flatMap(({ events, shareBytes, plans, calls, nodes }) => [
    plainRow('heapShare', events, shareBytes, 'bytes'),
    plainRow('keptPlans', events, plans, 'records', PLANS_BAR),
    plainRow('keptCalls', events, calls, 'records', CALLS_BAR),
    plainRow('streamNodes', events, nodes, 'nodes', NODES_BAR),
  ]);
  return [
    ...rows,
    plainRow('heapGrowth', streamed.at(-1)?.events ?? 0, grown, 'bytes', GROWTH_BAR_BYTES),
  ];
}

/**
 * @param {string} figure
 * @param {number} n
 * @param {number} value
 * @param {PanelRow['unit']} unit
 * @param {number} [bar]
 * @returns {PanelRow}
 */
function plainRow(figure, n, value, unit, bar) {
  return { system: 'agent-memory', figure, n, value, unit, ...(bar !== undefined && { bar }) };
}

/**
 * @param {string} figure
 * @param {number} n
 * @param {readonly number[]} sample
 * @param {'p95' | 'longest'} [judged]
 * @param {number} [bar]
 * @returns {PanelRow}
 */
function timesRow(figure, n, sample, judged, bar) {
  return {
    ...plainRow(figure, n, quantile(sample, 0.5), 'ms', bar),
    p95: quantile(sample, 0.95),
    longest: quantile(sample, 1),
    ...(judged && { judged }),
  };
}
