// @ts-check
import { pathFromCaller, readFlags, readSize } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { panelRows } from './panel-rows.mjs';
import { LEGEND, panelTable } from './panel-table.mjs';

/**
 * Measures the panel of a long session in a real browser, and holds each figure to its bar.
 *
 * @type {import('../cli/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['turns', 'records', 'events', 'runs', 'json']);
  const extent = {
    turns: readSize(flags.turns ?? '2000', 'turns'),
    records: readSize(flags.records ?? '10000', 'records'),
    events: readSize(flags.events ?? '100000', 'events'),
    runs: readSize(flags.runs ?? '30', 'runs'),
  };
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  const { measurePanel } = await import('./measure-panel.mjs');
  const rows = panelRows(await measurePanel(extent));
  terminal.print(`${panelTable(rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'panel', rows);
}
