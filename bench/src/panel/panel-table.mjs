// @ts-check
import { formatTable } from '../cli/table.mjs';
import { isWithin } from './panel-rows.mjs';

/** @typedef {import('./panel-rows.mjs').PanelRow} PanelRow */

/** The meaning of the figures. */
export const LEGEND = `events, calls     of the session that is shown; calls can be gone to, and usage is reported for each
firstRows         from the wish for the panel to the frame with its first rows
stepToRows        from the selection of a call to the frame with the rows of that past
…Task             tasks of the page's main thread while the list scrolls, the strip is dragged, the session plays
nodes             nodes of the panel, texts among them
turn              append and assemble of one question; …Overhead: the same, less that
closedOverhead    with the panel's code and source, closed
attachedOverhead  with a listener that reads the source at every change
openOverhead      with the panel open, which draws it in the next frame
heapShare         heap behind a garbage collection, less that of the same stream without the panel
bundle            files of an app's production bundle that hold a piece of the panel
A real Chromium, production React; n counts turns, events or measured turns.`;

/**
 * @param {readonly PanelRow[]} rows
 * @returns {string}
 */
export function panelTable(rows) {
  return formatTable(
    [
      {
        title: 'figure',
        cell: ({ figure, tab }) => (tab === undefined ? figure : `${figure}, ${tab}`),
        align: 'left',
      },
      { title: 'n', cell: ({ n }) => n.toLocaleString('en') },
      { title: 'value', cell: ({ value, unit }) => amount(value, unit) },
      { title: 'p95', cell: ({ p95, unit }) => amount(p95, unit) },
      { title: 'longest', cell: ({ longest, unit }) => amount(longest, unit) },
      { title: 'bar', cell: verdict, align: 'left' },
    ],
    rows,
  );
}

/** @param {PanelRow} row */
function verdict(row) {
  const isKept = isWithin(row);
  if (isKept === undefined) return '–';
  const judged = row.judged === undefined ? '' : `${row.judged} `;
  return `${isKept ? 'within' : 'over'} ${judged}${amount(row.bar, row.unit)}`;
}

/**
 * @param {number | undefined} value
 * @param {PanelRow['unit']} unit
 */
function amount(value, unit) {
  if (value === undefined) return '–';
  if (unit === 'ms') return `${value.toFixed(2)} ms`;
  if (unit === 'bytes') return `${(value / 1e6).toFixed(1)} MB`;
  return value.toLocaleString('en');
}
