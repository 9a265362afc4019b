// @ts-check
import { pathFromCaller, readFlags, readSizes, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { readSessions } from '../replay/sessions.mjs';
import { summaryRows } from './summary-rows.mjs';
import { LEGEND, summaryTable } from './summary-table.mjs';

/**
 * Sets extractive summaries of recorded sessions beside other sentences of the same size.
 *
 * @type {import('../cli/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['transcripts', 'room', 'json']);
  const folder = pathFromCaller(required(flags.transcripts, 'transcripts', 'DIR'));
  const rooms = readSizes(flags.room ?? '250,500,1000,2000', 'room');
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const sessions = await readSessions(folder);
  const rows = [];
  for (const room of rooms) rows.push(...(await summaryRows(sessions, room)));
  terminal.print(`${summaryTable(rows)}\n\n${LEGEND}`);
  if (report !== undefined) await writeReport(report, 'summaries', rows);
}
