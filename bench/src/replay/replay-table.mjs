// @ts-check
import { decimal, formatTable, percent } from '../cli/table.mjs';

/** @typedef {import('./replay-rows.mjs').ReplayRow} ReplayRow */

/** The meaning of the columns, and the conditions under which the figures were taken. */
export const LEGEND = `contexts   asked for, one ahead of each recorded assistant message; refused: the memory said that nothing valid fits
faults     contexts over budget, with orphan tool results, with dangling calls, without the system text, without the first
           user message, with a thin tail of originals, heavy with derived text
kept       values in the arguments of recorded calls that the context assembled for the call still holds
clean      the same without ends of sentences and the like, no session above 15 % of the weight; usable: those of them that stand
           in the session's own text, say what they are, or stand by a word that they stood by before
reachable  clean ones that the context holds or the first page (2,000 tokens) of one search does; its query is made of words
           of the last message of the user and of the context's newest unit. A system that cannot search has what is clean
cost       input cost under prefix caching, LangChain trimMessages without startOn = 1; cached: share of tokens sent
rewrites   contexts that changed what had been sent before
All systems get the same messages one at a time. Tool results above a quarter of the budget are clipped on entry for every
system but agent-memory, which receives them whole. A context that comes back empty counts as it is: nothing sent, nothing kept.
The summaries of summarizationMiddleware come from a stand-in: the first 200 characters of each message, 3,000 in all. Asking
for one costs nothing here.`;

/** @type {readonly import('../cli/table.mjs').Column<ReplayRow>[]} */
const COLUMNS = [
  { title: 'system', cell: (row) => row.system, align: 'left' },
  { title: 'contexts', cell: (row) => String(row.contexts) },
  { title: 'refused', cell: (row) => String(row.refused) },
  { title: 'over', cell: (row) => String(row.overBudget) },
  { title: 'orphan', cell: (row) => String(row.orphanResults) },
  { title: 'dangling', cell: (row) => String(row.danglingCalls) },
  { title: 'no system', cell: (row) => String(row.lostSystem) },
  { title: 'no anchor', cell: (row) => String(row.lostAnchor) },
  { title: 'thin', cell: (row) => String(row.thinTail) },
  { title: 'derived', cell: (row) => String(row.derivedHeavy) },
  { title: 'kept', cell: (row) => percent(row.retention) },
  { title: 'clean', cell: (row) => percent(row.clean) },
  { title: 'usable', cell: (row) => percent(row.usable) },
  { title: 'reachable', cell: (row) => percent(row.reachable) },
  { title: 'cost', cell: (row) => decimal(row.relativeCost, 3) },
  { title: 'cached', cell: (row) => percent(row.cachedShare) },
  { title: 'rewrites', cell: (row) => String(row.compactions) },
  { title: 'p50 ms', cell: (row) => decimal(row.p50Ms, 3) },
  { title: 'p95 ms', cell: (row) => decimal(row.p95Ms, 3) },
];

/**
 * @param {readonly ReplayRow[]} rows
 * @returns {string}
 */
export function replayTable(rows) {
  return formatTable(COLUMNS, rows);
}
