// @ts-check
import { pathFromCaller, readFlags } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { UsageError } from '../cli/usage-error.mjs';
import { findWeights } from './find-weights.mjs';
import { modelRows } from './model-rows.mjs';
import { faultsTable, LEGEND, modelsTable } from './models-table.mjs';

/** @typedef {import('./model-rows.mjs').ModelRow} ModelRow */

/** @type {readonly ModelRow['task'][]} */
const TASKS = ['chat', 'embed', 'fault', 'summary'];

/**
 * Measures real models in a real browser. Those that are not there are left out, in a sentence.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['weights', 'tasks', 'json']);
  const tasks = readTasks(flags.tasks);
  const weights = await findWeights(flags.weights && pathFromCaller(flags.weights));
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);
  for (const name of weights.absent) {
    terminal.print(`${weights.folder} has no ${name}: what needs it is left out.`);
  }

  const { measureModels } = await import('./measure-models.mjs');
  /** @type {ModelRow[]} */
  const rows = [];
  await measureModels(weights, tasks, (measured) => {
    terminal.print(`measured: ${measured.task === 'fault' ? measured.fault : measured.task}`);
    rows.push(...modelRows(measured));
  });
  const tables = [modelsTable(rows), ...(tasks.includes('fault') ? [faultsTable(rows)] : [])];
  terminal.print(`\n${[...tables, LEGEND].join('\n\n')}`);
  if (report !== undefined) await writeReport(report, 'models', rows);
}

/** @param {string | undefined} typed */
function readTasks(typed) {
  if (typed === undefined) return TASKS;
  const asked = typed.split(',').map((name) => name.trim());
  const known = TASKS.filter((task) => asked.includes(task));
  if (known.length === asked.length) return known;
  throw new UsageError(`--tasks takes some of ${TASKS.join(',')}, and got "${typed}".`);
}
