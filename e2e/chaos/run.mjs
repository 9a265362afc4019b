// @ts-check
import { pathFromCaller, readFlags, readSize } from '../../bench/src/cli/flags.mjs';
import { checkReportFile, writeReport } from '../../bench/src/cli/json-report.mjs';
import { formatTable } from '../../bench/src/cli/table.mjs';
import { UsageError } from '../../bench/src/cli/usage-error.mjs';
import { FAULTS } from './faults.mjs';

/** @typedef {import('./chaos-row.mjs').ChaosRow} ChaosRow */

/** @type {readonly import('../../bench/src/cli/table.mjs').Column<ChaosRow>[]} */
const COLUMNS = [
  { title: 'fault', cell: (row) => row.fault, align: 'left' },
  { title: 'system', cell: (row) => row.system, align: 'left' },
  { title: 'browser', cell: (row) => `${row.browser} ${row.version}`, align: 'left' },
  { title: 'durability', cell: (row) => row.durability, align: 'left' },
  ...count('rounds'),
  ...count('acknowledged'),
  ...count('lost'),
  ...count('torn'),
  ...count('wiped'),
  ...count('silent'),
  ...count('hung'),
  {
    title: 'slowest ms',
    cell: ({ slowestMs }) => (slowestMs === null ? '–' : slowestMs.toFixed(0)),
  },
];

const LEGEND = `acknowledged  messages that were said to be stored          lost    of those, not there again (resets of the engine apart)
torn          sessions with a hole, another text or no reading  wiped   times that the engine threw the database away
silent        times that harm came without a word               hung    calls that never settled`;

const DEFAULT_SEED = '7';
const BROWSERS = /** @type {const} */ (['chromium', 'firefox', 'webkit']);

/**
 * Harms the browser and the disk under memories in real browsers, and counts what is lost.
 *
 * @type {import('../../bench/src/benchmarks.mjs').Benchmark}
 */
export async function run(args, terminal) {
  const flags = readFlags(args, ['rounds', 'fault', 'browser', 'seed', 'json']);
  const names = faultsIn(flags.fault);
  const rounds = flags.rounds === undefined ? undefined : readSize(flags.rounds, 'rounds');
  const effort = {
    rounds,
    browser: browserIn(flags.browser),
    seed: readSize(flags.seed ?? DEFAULT_SEED, 'seed'),
  };
  const report = flags.json === undefined ? undefined : pathFromCaller(flags.json);
  if (report !== undefined) await checkReportFile(report);

  /** @type {ChaosRow[]} */
  const rows = [];
  /** @type {Error[]} */
  const broken = [];
  for (const name of names) {
    const note = (/** @type {string} */ words) => terminal.complain(`${name}: ${words}`);
    const started = performance.now();
    try {
      rows.push(...(await measured(name, { ...effort, note })));
      // Hours of kills are not to be lost with a later fault.
      if (report !== undefined) await writeReport(report, 'chaos', rows);
      note(`${((performance.now() - started) / 1000).toFixed(0)} s`);
    } catch (cause) {
      // The figures of the others are worth having.
      broken.push(new Error(`The fault "${name}" could not be measured.`, { cause }));
    }
  }
  terminal.print(`${formatTable(COLUMNS, rows)}\n`);
  terminal.print(LEGEND);
  if (report !== undefined) await writeReport(report, 'chaos', rows);
  if (broken.length > 0) throw allOf(broken);
}

/**
 * @param {string} name
 * @param {import('./faults.mjs').Effort} effort
 */
async function measured(name, effort) {
  const load = FAULTS.get(name);
  if (!load) throw new Error(`There is no fault "${name}".`);
  const fault = await load();
  return fault.run(effort);
}

/** @param {string | undefined} typed */
function faultsIn(typed) {
  const known = [...FAULTS.keys()];
  if (typed === undefined) return known;
  const names = typed.split(',').map((name) => name.trim());
  const stranger = names.find((name) => !FAULTS.has(name));
  if (stranger === undefined) return names;
  throw new UsageError(`There is no fault "${stranger}"; there are: ${known.join(', ')}.`);
}

/**
 * @param {string | undefined} typed
 * @returns {import('./faults.mjs').Effort['browser']}
 */
function browserIn(typed) {
  const browser = BROWSERS.find((name) => name === typed);
  if (browser !== undefined || typed === undefined) return browser;
  throw new UsageError(`--browser takes one of ${BROWSERS.join(', ')}, and got "${typed}".`);
}

/** @param {readonly Error[]} errors */
function allOf(errors) {
  const words = errors.map(
    ({ message, cause }) => `${message} ${cause instanceof Error ? cause.stack : cause}`,
  );
  return new Error(words.join('\n'));
}

/**
 * @param {'rounds' | 'acknowledged' | 'lost' | 'torn' | 'wiped' | 'silent' | 'hung'} name
 * @returns {import('../../bench/src/cli/table.mjs').Column<ChaosRow>[]}
 */
function count(name) {
  return [{ title: name, cell: (row) => String(row[name]) }];
}
