// @ts-check
import { pathFromCaller, readFlags, readShares, readSizes, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { COST_BASELINE, replayRows } from './replay-rows.mjs';
import { LEGEND, replayTable } from './replay-table.mjs';
import { readSessions } from './sessions.mjs';

/**
 * Replays recorded sessions through every system at every budget. Input is checked before the peers
 * are loaded, so that a mistake is answered at once.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['transcripts', 'budget', 'low', 'json']);
  const folder = pathFromCaller(required(flags.transcripts, 'transcripts', 'DIR'));
  const budgets = readSizes(required(flags.budget, 'budget', 'N[,N…]'), 'budget');
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  const sessions = await readSessions(folder);

  const systems = await systemsFor(flags.low);
  const rows = [];
  for (const budget of budgets) {
    const forBudget = await replayRows(sessions, budget, systems);
    terminal.print(`Budget ${budget} tokens, ${sessions.length} sessions\n`);
    terminal.print(`${replayTable(forBudget)}\n`);
    rows.push(...forBudget);
  }
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'replay', rows);
}

/**
 * All systems, or, where `--low` names low watermarks, this project's memory once at each of them beside the
 * system whose cost is 1.
 *
 * @param {string | undefined} low
 * @returns {Promise<readonly import('./systems/system.mjs').System[]>}
 */
async function systemsFor(low) {
  const { SYSTEMS } = await import('./systems/systems.mjs');
  if (low === undefined) return SYSTEMS;
  const { open } = await import('./adapter.mjs');
  return [
    ...readShares(low, 'low').map((share) => ({
      name: `low ${share}`,
      open: (/** @type {Parameters<typeof open>[0]} */ options) => open({ ...options, low: share }),
    })),
    ...SYSTEMS.filter(({ name }) => name === COST_BASELINE),
  ];
}
