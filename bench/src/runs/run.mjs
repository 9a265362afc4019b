// @ts-check
import { pathFromCaller, readFlags, readSizes } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { decimal, formatTable } from '../cli/table.mjs';
import { recallTimes } from './recall-times.mjs';

/**
 * One figure of the report.
 *
 * @typedef {object} RunsRow
 * @property {string} system
 * @property {string} figure
 * @property {number} n
 * @property {number} value
 * @property {string} unit
 */

/** @type {readonly import('../cli/table.mjs').Column<RunsRow>[]} */
const COLUMNS = [
  { title: 'system', cell: (row) => row.system, align: 'left' },
  { title: 'figure', cell: (row) => row.figure, align: 'left' },
  { title: 'n', cell: (row) => String(row.n) },
  { title: 'value', cell: (row) => decimal(row.value, 3) },
  { title: 'unit', cell: (row) => row.unit, align: 'left' },
];

const LEGEND = `recallP95  a call of recall for a block of a session of n messages, blocks drawn at random, each behind a new message:
           95 % of the calls take no longer`;

/**
 * Measures what it costs to look back in a long session.
 *
 * @type {import('../cli/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['messages', 'json']);
  const sizes = readSizes(flags.messages ?? '100000', 'messages');
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  /** @type {RunsRow[]} */
  const rows = [];
  for (const n of sizes) {
    const { p95Ms } = await recallTimes(n);
    rows.push({ system: 'agent-memory', figure: 'recallP95', n, value: p95Ms, unit: 'ms' });
  }
  terminal.print(`${formatTable(COLUMNS, rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'runs', rows);
}
