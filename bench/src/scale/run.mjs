// @ts-check
import { pathFromCaller, readFlags, readSizes } from '../cli/flags.mjs';
import { checkReportFile, writeReport } from '../cli/json-report.mjs';
import { UsageError } from '../cli/usage-error.mjs';
import { quantile } from './quantile.mjs';
import { bundleRow, callRows, encryptionRows, sampleRow, turnRows } from './scale-rows.mjs';
import { LEGEND, scaleTable } from './scale-table.mjs';

/** @typedef {import('./scale-rows.mjs').ScaleRow} ScaleRow */

/**
 * How much to measure. The defaults are those of the report.
 *
 * @typedef {object} Extent
 * @property {readonly number[]} messages lengths of session to measure calls at, shortest first
 * @property {number | undefined} calls the most calls of a block, and the most to the browser's store
 * @property {readonly number[]} stored lengths of session to measure the browser's store at
 * @property {number} long messages of a session that is long work for the browser
 */

/** Calls of a long session: more than the history keeps. */
const HISTORY_CALLS = 3_000;

/**
 * The parts of the measurement, each by itself.
 *
 * @type {ReadonlyMap<string, (extent: Extent) => Promise<readonly ScaleRow[]>>}
 */
const PARTS = new Map([
  ['calls', rowsOfCalls],
  ['store', rowsOfStore],
  ['open', rowsOfOpening],
  ['encryption', rowsOfEncryption],
  ['turns', rowsOfTurns],
  ['tasks', rowsOfTasks],
  ['limits', rowsOfLimits],
  ['history', rowsOfHistory],
  ['retrieval', rowsOfRetrieval],
  ['bundles', rowsOfBundles],
]);

/**
 * Measures how the time of a call grows with the session, for every system; how long a browser's
 * store takes; how long the browser's main thread is kept by long work; and what an import weighs.
 *
 * @type {import('../benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['messages', 'calls', 'stored', 'long', 'parts', 'json']);
  const extent = {
    messages: readSizes(flags.messages ?? '100,1000,10000,100000', 'messages'),
    calls: flags.calls === undefined ? undefined : readSizes(flags.calls, 'calls')[0],
    stored: readSizes(flags.stored ?? '1000,10000,100000', 'stored'),
    long: readSizes(flags.long ?? '100000', 'long')[0] ?? 100_000,
  };
  const parts = readParts(flags.parts ?? [...PARTS.keys()].join(','));
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  const rows = [];
  for (const rowsOfPart of parts) rows.push(...(await rowsOfPart(extent)));
  terminal.print(`${scaleTable(rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'scale', rows);
}

/** @param {string} text */
function readParts(text) {
  return text.split(',').map((name) => {
    const part = PARTS.get(name.trim());
    if (part !== undefined) return part;
    const known = [...PARTS.keys()].join(', ');
    throw new UsageError(`--parts takes some of ${known}, separated by commas, and got "${text}".`);
  });
}

/** @param {Extent} extent */
async function rowsOfCalls({ messages, calls }) {
  const { CONTESTANTS } = await import('./contestants.mjs');
  const { callTimes, EFFORT } = await import('./call-times.mjs');
  const effort =
    calls === undefined ? EFFORT : { ...EFFORT, callsPerBlock: calls, warmUpCalls: calls };
  const rows = [];
  for (const n of messages) {
    const contestants = CONTESTANTS.filter(({ mostMessages }) => n <= mostMessages);
    const systems = contestants.map(({ system }) => system);
    const times = await callTimes(systems, n, effort);
    rows.push(...times.flatMap(callRows));
  }
  return rows;
}

/** @param {Extent} extent */
async function rowsOfStore({ stored, calls }) {
  const { storeTimes } = await import('./store-times.mjs');
  const times = await storeTimes(stored, calls);
  return times.flatMap(({ n, writeMs, loadMs, logRotationMs, canaryMs }) => [
    sampleRow('agent-memory', 'write', n, writeMs),
    sampleRow('agent-memory', 'load', n, loadMs),
    sampleRow('agent-memory', 'logRotation', n, logRotationMs),
    sampleRow('agent-memory', 'canary', n, canaryMs),
  ]);
}

/** @param {Extent} extent */
async function rowsOfOpening({ stored, calls }) {
  const { openTimes } = await import('./open-times.mjs');
  const times = await openTimes(stored, calls);
  return times.flatMap((each) => [
    sampleRow('agent-memory', 'open', each.n, each.contextMs),
    sampleRow('agent-memory', 'openNewest', each.n, each.readyMs),
    openingTaskRow('openTask', each.n, each.taskMs, each.taskCpuMs),
    sampleRow('agent-memory', 'openBare', each.n, each.bareMs),
    openingTaskRow('openBareTask', each.n, each.bareTaskMs, each.bareTaskCpuMs),
    sampleRow('agent-memory', 'export', each.n, each.exportMs),
    openingTaskRow('exportTask', each.n, each.exportTaskMs, each.exportTaskCpuMs),
    sampleRow('agent-memory', 'import', each.n, each.importMs),
    openingTaskRow('importTask', each.n, each.importTaskMs, each.importTaskCpuMs),
  ]);
}

/**
 * @param {import('./scale-rows.mjs').OpeningFigure} figure
 * @param {number} n
 * @param {readonly number[]} taskMs
 * @param {readonly number[]} taskCpuMs
 */
function openingTaskRow(figure, n, taskMs, taskCpuMs) {
  const row = sampleRow('agent-memory', figure, n, taskMs);
  return { ...row, cpuMs: quantile(taskCpuMs, 0.5) };
}

/** @param {Extent} extent */
async function rowsOfEncryption({ stored, calls }) {
  const { encryptionTimes } = await import('./encryption-times.mjs');
  const times = await encryptionTimes(stored, calls);
  return times.flatMap(({ n, appendMs, openMs }) => [
    ...encryptionRows('appendToDisk', n, appendMs),
    ...encryptionRows('openNewest', n, openMs),
  ]);
}

/** @param {Extent} extent */
async function rowsOfTurns({ calls = 2_000 }) {
  const { turnTimes } = await import('./turn-times.mjs');
  return turnRows(await turnTimes([Math.min(100, calls / 2), calls]));
}

/** @param {Extent} extent */
async function rowsOfTasks({ long, calls }) {
  const { longWorkTimes } = await import('./long-work.mjs');
  return taskRows(await longWorkTimes(long, calls));
}

/** @param {Extent} extent */
async function rowsOfLimits({ calls }) {
  const { largeInputTimes } = await import('./long-work.mjs');
  return taskRows(await largeInputTimes(calls));
}

/**
 * @param {readonly import('./long-work.mjs').LongWorkTimes[]} times
 * @returns {ScaleRow[]}
 */
function taskRows(times) {
  return times.map(({ work, n, longestMs, longestCpuMs, wholeMs }) => ({
    ...sampleRow('agent-memory', work, n, longestMs),
    cpuMs: quantile(longestCpuMs, 0.5),
    wholeMs: quantile(wholeMs, 0.5),
  }));
}

/** @param {Extent} extent */
async function rowsOfHistory({ calls = HISTORY_CALLS }) {
  const { historyBytes } = await import('./history-bytes.mjs');
  const { n, perCall, kept } = await historyBytes(calls);
  return [
    sampleRow('agent-memory', 'history', n, perCall, 'bytes'),
    sampleRow('agent-memory', 'historyKept', n, [kept], 'bytes'),
  ];
}

/** @param {Extent} extent */
async function rowsOfRetrieval({ stored, calls }) {
  const { retrievalTimes } = await import('./retrieval-times.mjs');
  const times = await retrievalTimes(stored, calls);
  return times.flatMap(({ n, retrieveMs, wordsMs, taskMs, loadMs, bytes }) => [
    sampleRow('agent-memory', 'retrieve', n, retrieveMs),
    sampleRow('agent-memory', 'retrieveWords', n, wordsMs),
    sampleRow('agent-memory', 'retrieveTask', n, [taskMs]),
    sampleRow('agent-memory', 'indexLoad', n, loadMs),
    sampleRow('agent-memory', 'indexMemory', n, [bytes], 'bytes'),
  ]);
}

async function rowsOfBundles() {
  const { bundleEntries } = await import('./bundle-sizes.mjs');
  const { measureImport } = await import('../../../scripts/size.mjs');
  const rows = [];
  for (const entry of bundleEntries()) {
    rows.push(bundleRow(entry.system, entry.name, await measureImport(entry)));
  }
  return rows;
}
