import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { runCommand } from './command.mjs';
import {
  addCounts,
  countOfRunner,
  countPlaywright,
  countVitest,
  formatCount,
  playwrightFailures,
  vitestFailures,
} from './count-reports.mjs';
import { install } from './install.mjs';
import { anyFreePort } from './ports.mjs';
import { bin, inRepository } from './repository.mjs';
import { Refusal, say } from './say.mjs';

/**
 * `npm test`: installs what tests need, runs all of them and ends with one line that counts them.
 *
 * @param {readonly string[]} commandArguments none
 */
export async function test(commandArguments) {
  if (commandArguments.length > 0) {
    throw new Refusal(
      'npm test runs everything and takes no arguments; CONTRIBUTING.md tells how to run one file.',
    );
  }
  await install('everything');
  const count = await runTests();
  console.log(formatCount(count));
  return count.failed === 0 ? 0 : 1;
}

/** Runs both runners, the second also when the first fails, and then says once more what failed. */
export async function runTests() {
  const browser = await ensureBrowser();
  say(`Testing with ${browser}`);
  mkdirSync(inRepository('test-results'), { recursive: true });
  const outcomes = [await runVitest(browser), await runPlaywright(browser)];
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) say(`\nFailed:\n\n${failures.join('\n\n')}\n`);
  return addCounts(outcomes.map(({ count }) => count));
}

/** @param {string} browser */
async function runVitest(browser) {
  say('\nUnit, component and browser tests …');
  const report = freshReport('unit.json');
  const { exitCode } = await runCommand(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { env: { CHROMIUM_PATH: browser, NODE_ENV: 'test' } },
  );
  const read = readReport(report, (found) => ({
    count: countVitest(found),
    failures: vitestFailures(found),
  }));
  return outcomeOf('vitest', exitCode, read);
}

/** @param {string} browser */
async function runPlaywright(browser) {
  say('\nEnd-to-end tests …');
  const report = freshReport('e2e.json');
  const { exitCode } = await runCommand(
    bin('playwright', 'e2e'),
    ['test', '--config', 'e2e/playwright.config.ts'],
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
  }));
  return outcomeOf('playwright', exitCode, read);
}

/**
 * A runner that failed without a word in its report is named itself.
 *
 * @param {string} runner
 * @param {number} exitCode
 * @param {{
 *   readonly count: import('./count-reports.mjs').TestCount,
 *   readonly failures: readonly string[],
 * } | undefined} read
 */
function outcomeOf(runner, exitCode, read) {
  const count = countOfRunner({ exitCode, count: read?.count });
  const failures = read?.failures ?? [];
  if (count.failed === 0 || failures.length > 0) return { count, failures };
  return { count, failures: [`${runner} ended with ${exitCode} and named no failed test`] };
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
