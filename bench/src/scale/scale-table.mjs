// @ts-check
import { formatTable } from '../cli/table.mjs';

/** @typedef {import('./scale-rows.mjs').ScaleRow} ScaleRow */

/** The meaning of the figures, and the conditions under which they were taken. */
export const LEGEND = `append         one message taken in and counted in tokens; the sliding window counts nothing
assemble       the context made that would be sent now, right after an append; compactions, which fall due once in a while, are in p99
firstAssemble  the first context of a session that received n messages at once, once: an import
write, load    one message committed to IndexedDB and a session opened from it, in a real browser
logRotation    by how much the new log that a page begins delays its first call to the store; canary: the part of a commit that it takes
open           a stored session, an agent's with its compactions, until its first context is assembled, in a tab just opened;
               openNewest: until its newest messages are there; openBare: the same of messages that were never compacted;
               openTask, openBareTask: the longest task of the page until all of it is there
appendToDisk   one message appended and committed, without encryption and with it; its openNewest is of such pairs of tabs as well
turn           a turn with extraction and recall on IndexedDB, until its records are stored, as the n-th of a session
export, import all of it as a file and back; exportTask, importTask: the longest task meanwhile
firstContext, settingsChange, bulkAppend, replay (n messages), idRich, longProse, hugeArgument (n MB)
documentMarkdown, documentHtml, documentSearch (n MB), documentPdf (n pages)
               the longest task of the page's main thread while memory does that work, in a real browser; p50 and the longest of three fresh tabs;
               a document is added to IndexedDB and an index in a worker, or searched 20 times
rowsOpenAi, rowsAnthropic, rowsAiSdk, rowsAiSdkUi, stringAnthropic, wordsAiSdk (n MB), deepOpenAi (n levels)
               the longest task while one large message goes into a session in IndexedDB, into its context, out of the store
               again, into a file and back; tooMuch: while ten messages of too much are refused
history        what one call adds to the stored history, as JSON; historyKept: all of it after n calls
retrieve       a search among n documents with vectors of 384 numbers, and retrieveWords one by words alone, from the page
               through the worker; retrieveTask: the longest task of the page over 50 ms meanwhile, 0 where there is none
indexLoad      an index opened from IndexedDB, from a new page's call to the first answer; indexMemory: page and worker
bundle         what an app has to load before it can use the import, minified and gzipped, without React and without what loads later
All systems get the same messages and 8,000 tokens; LangChain's token counter looks up counts that were made on append.
The systems take turns, so that whatever else the machine does meets all of them alike.`;

/** @type {readonly import('../cli/table.mjs').Column<ScaleRow>[]} */
const COLUMNS = [
  { title: 'figure', cell: (row) => row.figure, align: 'left' },
  { title: 'n', cell: (row) => row.n?.toLocaleString('en-US') ?? '–' },
  { title: 'system', cell: (row) => nameOf(row), align: 'left' },
  { title: 'p50', cell: (row) => valueIn(row.value, row.unit) },
  { title: 'p99', cell: (row) => (row.p99 === null ? '–' : valueIn(row.p99, row.unit)) },
];

/**
 * @param {readonly ScaleRow[]} rows
 * @returns {string} figure by figure, in the order of their first rows
 */
export function scaleTable(rows) {
  const figures = [...new Set(rows.map((row) => row.figure))];
  const sorted = figures.flatMap((figure) => rows.filter((row) => row.figure === figure));
  return formatTable(COLUMNS, sorted);
}

/** @param {ScaleRow} row */
function nameOf({ system, entry }) {
  return entry === undefined ? system : `${system}: ${entry}`;
}

/**
 * @param {number} value
 * @param {ScaleRow['unit']} unit
 */
function valueIn(value, unit) {
  switch (unit) {
    case 'bytes':
      return `${(value / 1000).toFixed(1)} kB`;
    case 'ms':
      return value < 1 ? `${(value * 1000).toFixed(1)} µs` : `${value.toFixed(1)} ms`;
    case 'times':
      return value.toFixed(2);
    default:
      return /** @type {never} */ (unit);
  }
}
