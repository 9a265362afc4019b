// @ts-check
import { formatTable } from '../cli/table.mjs';

/** @typedef {import('./streaming-figures.mjs').StreamingRow} StreamingRow */

/** Scripting per token may be this multiple of the same app's without memory. */
const RATIO_BAR = 1.1;

/** The meaning of the figures, and the conditions under which they were taken. */
export const LEGEND = `scriptPerToken  JavaScript of the page while an answer streams in, a token with every frame, by the tokens
taskPerToken    the same with layout and painting
turnScript      JavaScript of the whole turn: question taken in, context assembled, answer streamed and kept
ratio           scriptPerToken by that of the same app without memory, each run by each (middle half); at most ${RATIO_BAR.toFixed(2)} wanted
renders         how often each component rendered while the answer streamed, the most of any run
Medians of processor time of the page's main thread, production React, a real Chromium. Both apps take turns every few tokens.`;

/**
 * @param {readonly StreamingRow[]} rows
 * @returns {string} a line a system, in the order of their first rows
 */
export function streamingTable(rows) {
  const systems = [...new Set(rows.map((row) => row.system))];
  return formatTable(
    [
      { title: 'app', cell: ([row]) => row?.system ?? '', align: 'left' },
      { title: 'scriptPerToken', cell: (own) => milliseconds(figureOf(own, 'scriptPerToken')) },
      { title: 'taskPerToken', cell: (own) => milliseconds(figureOf(own, 'taskPerToken')) },
      { title: 'turnScript', cell: (own) => milliseconds(figureOf(own, 'turnScript')) },
      { title: 'ratio', cell: ratioOf, align: 'left' },
      { title: 'renders', cell: rendersOf, align: 'left' },
    ],
    systems.map((system) => rows.filter((row) => row.system === system)),
  );
}

/**
 * @param {readonly StreamingRow[]} rows of one system
 * @param {StreamingRow['figure']} figure
 */
function figureOf(rows, figure) {
  return rows.find((row) => row.figure === figure)?.value ?? null;
}

/** @param {readonly StreamingRow[]} rows */
function ratioOf(rows) {
  const [ratio, low, high] = [
    figureOf(rows, 'ratio'),
    figureOf(rows, 'ratioLow'),
    figureOf(rows, 'ratioHigh'),
  ];
  if (ratio === null || low === null || high === null) return '–';
  const verdict = ratio <= RATIO_BAR ? 'within' : 'over';
  return `${ratio.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)}) ${verdict}`;
}

/** @param {readonly StreamingRow[]} rows */
function rendersOf(rows) {
  return rows
    .filter((row) => row.figure === 'renders')
    .map(({ component, value }) => `${component} ${value}`)
    .join(', ');
}

/** @param {number | null} value */
function milliseconds(value) {
  if (value === null) return '–';
  return value < 1 ? `${(value * 1000).toFixed(1)} µs` : `${value.toFixed(2)} ms`;
}
