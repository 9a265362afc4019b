// @ts-check
import { formatTable } from '../cli/table.mjs';

/** @typedef {import('./first-send-figures.mjs').FirstSendRow} FirstSendRow */

/** The meaning of the figures, and the conditions under which they were taken. */
export const FIRST_SEND_LEGEND = `firstSend          from the press to the request that leaves; 100 ms wanted
firstSendWork      processor time of the page's main thread until then
firstSendTask      the longest task until then, of all runs; 50 ms wanted
firstSendTaskWork  the most processor time that one task took, of all runs
Medians of fresh pages that were opened on the chat and stood still for three seconds, or not at all where it says "at once".`;

/**
 * @param {readonly FirstSendRow[]} rows
 * @returns {string} a line a system, in the order of their first rows
 */
export function firstSendTable(rows) {
  const systems = [...new Set(rows.map((row) => row.system))];
  const cellOf = (/** @type {FirstSendRow['figure']} */ figure) => ({
    title: figure,
    cell: (/** @type {readonly FirstSendRow[]} */ own) =>
      `${own.find((row) => row.figure === figure)?.value.toFixed(0) ?? '–'} ms`,
  });
  return formatTable(
    [
      { title: 'first message', cell: ([row]) => row?.system ?? '', align: 'left' },
      cellOf('firstSend'),
      cellOf('firstSendWork'),
      cellOf('firstSendTask'),
      cellOf('firstSendTaskWork'),
    ],
    systems.map((system) => rows.filter((row) => row.system === system)),
  );
}
