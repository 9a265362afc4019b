// @ts-check
import { pathFromCaller, readFlags, readSize } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { streamingRows } from './streaming-figures.mjs';
import { LEGEND, streamingTable } from './streaming-table.mjs';
import { PAIRS } from './system.mjs';

/**
 * Measures what a memory adds to each token that streams into a chat, in a real browser.
 *
 * @type {import('../cli/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['messages', 'tokens', 'runs', 'json']);
  const extent = {
    messages: readSize(flags.messages ?? '2000', 'messages'),
    tokens: readSize(flags.tokens ?? '400', 'tokens'),
    runs: readSize(flags.runs ?? '9', 'runs'),
  };
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  const { streamTurns } = await import('./stream-turns.mjs');
  const measured = await streamTurns(PAIRS, extent);
  const rows = PAIRS.flatMap((pair, index) => streamingRows(pair, extent, measured[index] ?? []));
  terminal.print(`${streamingTable(rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'streaming', rows);
}
