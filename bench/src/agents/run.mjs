// @ts-check
import { pathFromCaller, readFlags } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { decimal, formatTable } from '../cli/table.mjs';
import { importantKept, instructionsKept, SMALL_BUDGETS, staleValues } from './kept.mjs';
import { BUDGETS, callsToRecover, refusalOutcomes } from './refusals.mjs';
import { summaryUses } from './summaries.mjs';

/**
 * One figure of the report.
 *
 * @typedef {object} AgentsRow
 * @property {string} system
 * @property {string} figure
 * @property {string} case
 * @property {number} value
 * @property {string} unit
 */

/** @type {readonly import('../cli/table.mjs').Column<AgentsRow>[]} */
const COLUMNS = [
  { title: 'figure', cell: (row) => row.figure, align: 'left' },
  { title: 'case', cell: (row) => row.case, align: 'left' },
  { title: 'value', cell: (row) => decimal(row.value, 2) },
  { title: 'unit', cell: (row) => row.unit, align: 'left' },
];

const LEGEND = `summariesUsed  summaries by the model that stand in a compaction, over those it was asked for
runsWithSummary  of the runs that compacted, those with a summary by the model
fillAfterCompaction  share of the input budget that is filled right after a compaction, on average
afterRefusal  size sent after a refusal, over the size refused; fitsTrueLimit: 1 where the provider took a context in the end
callsToRecover  calls that succeed after three passing refusals until the whole budget is used again
staleValues  older answers to the same call that stand beside the newest one
instructionsShown  instructions that stand in the context after 20 compactions; instructionsKept: or are found by one search
importantKept  important things the user said that the context shows in the user's words`;

/**
 * Measures the context of agents that call tools for a long time.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['json']);
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const rows = [...(await summaryRows()), ...(await refusalRows()), ...(await keptRows())];
  terminal.print(`${formatTable(COLUMNS, rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'agents', rows);
}

/** @returns {Promise<AgentsRow[]>} */
async function summaryRows() {
  const uses = await summaryUses();
  return uses.flatMap(({ name, isFast, asked, used, compactedRuns, runsWithSummary, fill }) => [
    rowOf('summariesUsed', name, used / asked),
    ...(isFast ? [rowOf('runsWithSummary', name, runsWithSummary / compactedRuns)] : []),
    rowOf('fillAfterCompaction', name, fill),
  ]);
}

/** @returns {Promise<AgentsRow[]>} */
async function refusalRows() {
  const rows = (await refusalOutcomes()).flatMap(({ name, ratio, isAccepted }) => [
    rowOf('afterRefusal', name, ratio),
    rowOf('fitsTrueLimit', name, Number(isAccepted)),
  ]);
  for (const tokens of BUDGETS) {
    rows.push(rowOf('callsToRecover', `${tokens} tokens`, await callsToRecover(tokens), 'calls'));
  }
  return rows;
}

/** @returns {Promise<AgentsRow[]>} */
async function keptRows() {
  const { shown, kept } = await instructionsKept();
  const rows = [
    rowOf('staleValues', 'get_status, 20 times', await staleValues(), 'values'),
    rowOf('instructionsShown', '8000', shown),
    rowOf('instructionsKept', '8000', kept),
  ];
  for (const tokens of SMALL_BUDGETS) {
    rows.push(rowOf('importantKept', String(tokens), await importantKept(tokens)));
  }
  return rows;
}

/**
 * @param {string} figure
 * @param {string} name of the case
 * @param {number} value
 * @returns {AgentsRow}
 */
function rowOf(figure, name, value, unit = 'share') {
  return { system: 'agent-memory', figure, case: name, value, unit };
}
