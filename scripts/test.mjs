import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { runCommand } from './command.mjs';
import {
  addCounts,
  chaosFailures,
  countChaos,
  countOfRunner,
  countPlaywright,
  countVitest,
  formatCount,
  formatSlowest,
  playwrightFailures,
  playwrightTimes,
  vitestFailures,
  vitestTimes,
} from './count-reports.mjs';
import { install } from './install.mjs';
import { anyFreePort } from './ports.mjs';
import { bin, inRepository, root } from './repository.mjs';
import { Refusal, say } from './say.mjs';

/**
 * The result of a runner.
 *
 * @typedef {object} Outcome
 * @property {import('./count-reports.mjs').TestCount} count
 * @property {readonly string[]} failures
 * @property {readonly import('./count-reports.mjs').FileTime[]} times
 *
 * One start of a runner, given the program of a browser.
 * @typedef {(browser: string) => Promise<Outcome>} Step
 */

const everyKind = projects('node', 'isolated-node', 'dom', 'browser', 'isolated-browser');

/** @type {readonly Step[]} */
const usual = [
  vitest('Unit, component and browser tests', ['run', ...everyKind]),
  playwright('Journeys', ['chromium']),
];

/**
 * By hand the properties have new input each time: a failure prints the seed that brings it back. In CI they
 * have their own seeds, so that a change is judged by itself.
 */
const inFull = () => ({
  PROPERTY_RUNS: '1',
  ...(process.env.CI ? {} : { PROPERTY_SEED: String(Date.now() % 2 ** 31) }),
});

/** @type {readonly Step[]} */
const long = [
  vitest(
    'Properties in full',
    ['related', '--run', 'scripts/property-runs.mjs', ...everyKind],
    inFull,
  ),
  vitest('Long tests', ['run', ...projects('long-node', 'long-browser')], inFull),
  playwright('Long journeys, and those through built and packed libraries', [
    'long',
    'built-libraries',
  ]),
  chaos([]),
];

/** Interleavings of tabs, and sequences of faults: 40 each in `test:long`. @type {readonly Step[]} */
const full = [
  playwright('Every bundler, and a tab that is used for a long time', ['full']),
  vitest(
    '10,000 interleavings of tabs, and 10,000 sequences of faults',
    [
      ...['run', ...projects('node'), 'packages/core/src/session/several-tabs.test.ts'],
      'packages/core/src/session/store-faults.property.test.ts',
    ],
    () => ({ ...inFull(), PROPERTY_RUNS: '250' }),
  ),
  chaos(['--rounds', '100']),
];

/**
 * `npm test`: installs what tests need, runs the usual ones and ends with one line that counts them.
 *
 * @param {readonly string[]} commandArguments none
 */
export const test = command('test', usual);

/**
 * `npm run test:long`: every property in full, and what builds, packs and installs whole apps.
 *
 * @param {readonly string[]} commandArguments none
 */
export const testLong = command('run test:long', long);

/**
 * `npm run test:full`: by hand, what takes hours or installs every bundler.
 *
 * @param {readonly string[]} commandArguments none
 */
export const testFull = command('run test:full', full);

/**
 * @param {string} name
 * @param {readonly Step[]} steps
 */
function command(name, steps) {
  return async (/** @type {readonly string[]} */ commandArguments) => {
    if (commandArguments.length > 0) {
      throw new Refusal(
        `npm ${name} takes no arguments; CONTRIBUTING.md says how to run one file.`,
      );
    }
    await install('everything');
    const count = await runSteps(steps);
    console.log(formatCount(count));
    return count.failed === 0 ? 0 : 1;
  };
}

/** The tests of CI: `npm test` and `npm run test:long`. */
export const runTestsOfCi = () => runSteps([...usual, ...long]);

/**
 * Runs every step, also when an earlier one fails, and then says once more what failed.
 *
 * @param {readonly Step[]} steps
 */
async function runSteps(steps) {
  const browser = await ensureBrowser();
  say(`Testing with ${browser}`);
  mkdirSync(inRepository('test-results'), { recursive: true });
  const outcomes = [];
  for (const step of steps) outcomes.push(await step(browser));
  const times = outcomes.flatMap((outcome) => outcome.times);
  say(`\n${formatSlowest(times, { root, count: 20 })}`);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) say(`\nFailed:\n\n${failures.join('\n\n')}\n`);
  return addCounts(outcomes.map(({ count }) => count));
}

/** @param {readonly string[]} names */
function projects(...names) {
  return names.flatMap((name) => ['--project', name]);
}

/**
 * @param {string} title
 * @param {readonly string[]} vitestArguments
 * @param {() => Record<string, string>} [env]
 * @returns {Step}
 */
function vitest(title, vitestArguments, env = () => ({})) {
  return async (browser) => {
    say(`\n${title} …`);
    const report = freshReport('vitest.json');
    const { exitCode } = await runCommand(
      bin('vitest'),
      [...vitestArguments, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { env: { CHROMIUM_PATH: browser, NODE_ENV: 'test', ...env() } },
    );
    const read = readReport(report, (found) => ({
      count: countVitest(found),
      failures: vitestFailures(found),
      times: vitestTimes(found),
    }));
    return outcomeOf(title, exitCode, read);
  };
}

/**
 * @param {string} title
 * @param {readonly string[]} names of the projects
 * @returns {Step}
 */
function playwright(title, names) {
  return async (browser) => {
    say(`\n${title} …`);
    const report = freshReport('playwright.json');
    const { exitCode } = await runCommand(
      bin('playwright', 'e2e'),
      ['test', '--config', 'e2e/playwright.config.ts', ...projects(...names)],
      {
        env: {
          CHROMIUM_PATH: browser,
          E2E_PORT: String(await anyFreePort()),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      },
    );
    const read = readReport(report, (found) => ({
      count: countPlaywright(found),
      failures: playwrightFailures(found),
      times: playwrightTimes(found),
    }));
    return outcomeOf(title, exitCode, read);
  };
}

/**
 * Every fault of browser and disk. A row of the report counts as a test.
 *
 * @param {readonly string[]} chaosArguments
 * @returns {Step}
 */
function chaos(chaosArguments) {
  return async () => {
    say('\nFaults of browser and disk …');
    const report = freshReport('chaos.json');
    const main = inRepository('bench', 'main.mjs');
    const { exitCode } = await runCommand(process.execPath, [
      ...[main, 'chaos', ...chaosArguments],
      ...['--json', report],
    ]);
    const read = readReport(report, (found) => ({
      count: countChaos(found),
      failures: chaosFailures(found),
      times: [],
    }));
    return outcomeOf('chaos', exitCode, read);
  };
}

/**
 * A runner that failed without naming a failure is named itself.
 *
 * @param {string} runner
 * @param {number} exitCode
 * @param {Outcome | undefined} read
 * @returns {Outcome}
 */
function outcomeOf(runner, exitCode, read) {
  const count = countOfRunner({ exitCode, count: read?.count });
  const { failures = [], times = [] } = read ?? {};
  if (count.failed === 0 || failures.length > 0) return { count, failures, times };
  return { count, failures: [`${runner}: ended with ${exitCode} and named no failed test`], times };
}

/**
 * The path of a report, without the one of an earlier run.
 *
 * @param {string} name
 */
function freshReport(name) {
  const report = inRepository('test-results', name);
  rmSync(report, { force: true });
  return report;
}

/**
 * @template Report, Read
 * @param {string} file
 * @param {(report: Report) => Read} read
 */
function readReport(file, read) {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
