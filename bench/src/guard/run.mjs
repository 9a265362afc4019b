// @ts-check
import { pathFromCaller, readFlags, required } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { guardRow } from './guard-rows.mjs';
import { guardTable, LEGEND } from './guard-table.mjs';
import { readTexts } from './texts.mjs';

/**
 * Gives every text to every system as content from outside: which of them it takes for orders to an
 * assistant, and whether any of them comes to stand as a fact or gets out of its envelope.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['injections', 'benign', 'json']);
  const injections = await readTexts(
    pathFromCaller(required(flags.injections, 'injections', 'FILE')),
  );
  const benign = await readTexts(pathFromCaller(required(flags.benign, 'benign', 'FILE')));
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  terminal.print(`${injections.length} injections, ${benign.length} benign texts\n`);
  const { SYSTEMS } = await import('./systems.mjs');
  const rows = [];
  for (const system of SYSTEMS) rows.push(await guardRow(system, injections, benign));
  terminal.print(`${guardTable(rows)}\n\n${LEGEND}`);
  if (report !== undefined) await writeReport(report, 'guard', rows);
}
