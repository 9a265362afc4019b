import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { runCommand } from './command.mjs';
import {
  addCounts,
  countOfRunner,
  countPlaywright,
  countVitest,
  formatCount,
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

/** Runs both runners, the second also when the first fails. */
export async function runTests() {
  const browser = await ensureBrowser();
  say(`Testing with ${browser}`);
  mkdirSync(inRepository('test-results'), { recursive: true });
  return addCounts([await runVitest(browser), await runPlaywright(browser)]);
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
  return countOfRunner({ exitCode, count: readReport(report, countVitest) });
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
  return countOfRunner({ exitCode, count: readReport(report, countPlaywright) });
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
 * @template Report
 * @param {string} file
 * @param {(report: Report) => import('./count-reports.mjs').TestCount} count
 */
function readReport(file, count) {
  return existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
