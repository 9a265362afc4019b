// @ts-check
import { pathFromCaller, readFlags, readSize } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { UsageError } from '../cli/usage-error.mjs';
import { firstSendRows } from './first-send-figures.mjs';
import { FIRST_SEND_LEGEND, firstSendTable } from './first-send-table.mjs';
import { streamingRows } from './streaming-figures.mjs';
import { LEGEND, streamingTable } from './streaming-table.mjs';
import { FIRST_SENDS, PAIRS } from './system.mjs';

/**
 * Measures what a memory adds to each token that streams into a chat, and how long the first message of
 * a page takes, in a real browser.
 *
 * @type {import('../cli/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['messages', 'tokens', 'runs', 'rest', 'only', 'json']);
  const extent = {
    messages: readSize(flags.messages ?? '2000', 'messages'),
    tokens: readSize(flags.tokens ?? '400', 'tokens'),
    runs: readSize(flags.runs ?? '9', 'runs'),
    restMs: readSize(flags.rest ?? '3000', 'rest'),
  };
  const only = readOnly(flags.only);
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  const rows = [
    ...(only === 'stream' ? [] : await firstSends(extent, terminal)),
    ...(only === 'first' ? [] : await streams(extent, terminal)),
  ];
  if (report !== undefined) await writeReport(report, 'streaming', rows);
}

/** @typedef {import('./stream-turns.mjs').StreamingExtent} StreamingExtent */
/** @typedef {import('../cli/benchmarks.mjs').Terminal} Terminal */

/**
 * @param {StreamingExtent & { readonly restMs: number }} extent
 * @param {Terminal} terminal
 */
async function firstSends(extent, terminal) {
  const { sendFirst } = await import('./send-first.mjs');
  const measured = await sendFirst(FIRST_SENDS, extent);
  const rows = FIRST_SENDS.flatMap((system, index) =>
    firstSendRows(system, extent, measured[index] ?? []),
  );
  terminal.print(`${firstSendTable(rows)}\n`);
  terminal.print(`${FIRST_SEND_LEGEND}\n`);
  return rows;
}

/**
 * @param {StreamingExtent} extent
 * @param {Terminal} terminal
 */
async function streams(extent, terminal) {
  const { streamTurns } = await import('./stream-turns.mjs');
  const measured = await streamTurns(PAIRS, extent);
  const rows = PAIRS.flatMap((pair, index) => streamingRows(pair, extent, measured[index] ?? []));
  terminal.print(`${streamingTable(rows)}\n`);
  terminal.print(LEGEND);
  return rows;
}

/**
 * One half of the benchmark, where only that is wanted.
 *
 * @param {string | undefined} only
 */
function readOnly(only) {
  if (only === undefined || only === 'first' || only === 'stream') return only;
  throw new UsageError(`--only takes first or stream; got ${only}.`);
}
