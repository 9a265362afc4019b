// @ts-check
import { pathFromCaller, readFlags, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { readSessions } from '../replay/sessions.mjs';
import { junkRows } from './junk-rows.mjs';
import { junkTable, LEGEND } from './junk-table.mjs';

/**
 * Extracts memory from recorded sessions, run by run, and judges what was taken.
 *
 * @type {import('../cli/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['transcripts', 'json']);
  const sessions = await readSessions(
    pathFromCaller(required(flags.transcripts, 'transcripts', 'DIR')),
  );
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const rows = await junkRows(sessions);
  terminal.print(`${junkTable(rows)}\n\n${LEGEND}`);
  if (report !== undefined) await writeReport(report, 'extraction', rows);
}
