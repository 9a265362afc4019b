// @ts-check
import { pathFromCaller, readFlags, readSizes, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { replayRows } from './replay-rows.mjs';
import { LEGEND, replayTable } from './replay-table.mjs';
import { readSessions } from './sessions.mjs';

/**
 * Replays recorded sessions through every system at every budget. Input is checked before the peers
 * are loaded, so that a mistake is answered at once.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['transcripts', 'budget', 'json']);
  const folder = pathFromCaller(required(flags.transcripts, 'transcripts', 'DIR'));
  const budgets = readSizes(required(flags.budget, 'budget', 'N[,N…]'), 'budget');
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const sessions = await readSessions(folder);

  const { SYSTEMS } = await import('./systems/systems.mjs');
  const rows = [];
  for (const budget of budgets) {
    const forBudget = await replayRows(sessions, budget, SYSTEMS);
    terminal.print(`Budget ${budget} tokens, ${sessions.length} sessions\n`);
    terminal.print(`${replayTable(forBudget)}\n`);
    rows.push(...forBudget);
  }
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'replay', rows);
}
