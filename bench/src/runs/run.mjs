// @ts-check
import { pathFromCaller, readFlags, readSize, readSizes } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { decimal, formatTable } from '../cli/table.mjs';
import { checkpointBytes } from './checkpoint-bytes.mjs';
import { recallTimes } from './recall-times.mjs';
import { resumeAfterKills } from './resume-after-kills.mjs';

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
           95 % of the calls take no longer
checkpointRatio  bytes written in a run of n steps with checkpoints and the journal of calls, over those without, as JSON
resumeLost, resumeRepeated  a page at work is killed n times, at random points, and a fresh one goes on, in Chromium with
           IndexedDB: messages that were acknowledged and are not there, and calls that reached a server twice`;

/**
 * Measures what it costs to look back in a long session, to keep checkpoints, and to be killed.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['messages', 'steps', 'kills', 'json']);
  const sizes = readSizes(flags.messages ?? '100000', 'messages');
  const wantedSteps = readSize(flags.steps ?? '2000', 'steps');
  const wantedKills = readSize(flags.kills ?? '100', 'kills');
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  /** @type {RunsRow[]} */
  const rows = [];
  for (const n of sizes) {
    const { p95Ms } = await recallTimes(n);
    rows.push({ system: 'agent-memory', figure: 'recallP95', n, value: p95Ms, unit: 'ms' });
  }
  const { steps, ratio } = await checkpointBytes(wantedSteps);
  rows.push({
    system: 'agent-memory',
    figure: 'checkpointRatio',
    n: steps,
    value: ratio,
    unit: 'ratio',
  });
  const { kills, lost, repeated } = await resumeAfterKills(wantedKills);
  rows.push({
    system: 'agent-memory',
    figure: 'resumeLost',
    n: kills,
    value: lost,
    unit: 'messages',
  });
  rows.push({
    system: 'agent-memory',
    figure: 'resumeRepeated',
    n: kills,
    value: repeated,
    unit: 'calls',
  });
  terminal.print(`${formatTable(COLUMNS, rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'runs', rows);
}
