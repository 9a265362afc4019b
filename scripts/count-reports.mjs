import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isHarmless } from '../e2e/chaos/chaos-row.mjs';

/**
 * How a set of tests ended.
 *
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} TestCount
 *
 * The part of vitest's JSON report that is read here.
 * @typedef {{
 *   readonly testResults: readonly {
 *     readonly name: string,
 *     readonly status: string,
 *     readonly message: string,
 *     readonly startTime: number,
 *     readonly endTime: number,
 *     readonly assertionResults: readonly {
 *       readonly status: string,
 *       readonly fullName: string,
 *       readonly failureMessages: readonly string[] | null,
 *     }[],
 *   }[],
 * }} VitestReport
 *
 * The part of Playwright's JSON report that is read here.
 * @typedef {{
 *   readonly stats: {
 *     readonly expected: number,
 *     readonly unexpected: number,
 *     readonly flaky: number,
 *     readonly skipped: number,
 *   },
 *   readonly errors: readonly PlaywrightError[],
 *   readonly suites: readonly PlaywrightSuite[],
 * }} PlaywrightReport
 *
 * @typedef {{ readonly message?: string }} PlaywrightError
 *
 * @typedef {{
 *   readonly file: string,
 *   readonly specs: readonly {
 *     readonly title: string,
 *     readonly tests: readonly {
 *       readonly status: string,
 *       readonly results: readonly {
 *         readonly duration: number,
 *         readonly errors: readonly PlaywrightError[],
 *       }[],
 *     }[],
 *   }[],
 *   readonly suites?: readonly PlaywrightSuite[],
 * }} PlaywrightSuite
 */

/**
 * A file that failed without a failed test did not load, or broke in a hook: one failure.
 *
 * @param {VitestReport} report
 * @returns {TestCount}
 */
export function countVitest(report) {
  return addCounts(
    report.testResults.map(({ status, assertionResults }) => {
      const passed = assertionResults.filter((test) => test.status === 'passed').length;
      const failed = assertionResults.filter((test) => test.status === 'failed').length;
      return {
        passed,
        failed: status === 'failed' ? Math.max(failed, 1) : failed,
        skipped: assertionResults.length - passed - failed,
      };
    }),
  );
}

/**
 * Errors outside of tests are files that do not load or a server that does not start: a failure each.
 * A test that passes only when tried again has failed.
 *
 * @param {PlaywrightReport} report
 * @returns {TestCount}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * A paragraph for each failure: the file, the test and how it failed.
 *
 * @param {VitestReport} report
 * @returns {readonly string[]}
 */
export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [paragraph([name], [message])] : [];
    return tests.map((test) => paragraph([name, test.fullName], test.failureMessages ?? []));
  });
}

/**
 * The same for Playwright. A test that passes only when tried again has failed.
 *
 * @param {PlaywrightReport} report
 * @returns {readonly string[]}
 */
export function playwrightFailures({ errors, suites }) {
  const outside = errors.map((error) => paragraph(['outside of tests'], [sayError(error)]));
  return [...outside, ...suites.flatMap(suiteFailures)];
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {readonly string[]}
 */
function suiteFailures({ file, specs, suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        paragraph(
          [file, title],
          results.flatMap((result) => result.errors.map(sayError)),
        ),
      ),
  );
  return [...own, ...suites.flatMap(suiteFailures)];
}

/** @param {PlaywrightError} error */
const sayError = ({ message = 'It gave no message.' }) => message;

/** @typedef {{ readonly rows: readonly import('../e2e/chaos/chaos-row.mjs').ChaosRow[] }} ChaosReport the report of `bench -- chaos` */

/**
 * Every row is a test, but that of erased texts in Firefox, where nothing is promised.
 *
 * @param {ChaosReport} report
 */
const judged = ({ rows }) =>
  rows.filter(({ fault, browser }) => !(fault === 'erase' && browser === 'firefox'));

/**
 * A row of ours has no harm in it. The other systems are controls: they show that there is something to
 * guard against.
 *
 * @param {ChaosReport['rows'][number]} row
 */
const isWrong = (row) => (row.system === 'agent-memory') !== isHarmless(row);

/**
 * @param {ChaosReport} report
 * @returns {TestCount}
 */
export function countChaos(report) {
  const rows = judged(report);
  const failed = rows.filter(isWrong).length;
  return { passed: rows.length - failed, failed, skipped: 0 };
}

/**
 * @param {ChaosReport} report
 * @returns {readonly string[]}
 */
export function chaosFailures(report) {
  return judged(report)
    .filter(isWrong)
    .map((row) => paragraph(['chaos', row.fault, row.browser], [JSON.stringify(row)]));
}

/** Lines of a failure that are repeated: the message, and the first places of the stack. */
const FAILURE_LINES = 12;

/**
 * @param {readonly string[]} place
 * @param {readonly string[]} messages
 */
function paragraph(place, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, FAILURE_LINES);
  return [place.join(' › '), ...lines.map((line) => `    ${line}`)].join('\n');
}

/**
 * How long a file of tests took, in milliseconds.
 *
 * @typedef {{ readonly kind: string, readonly file: string, readonly ms: number }} FileTime
 *
 * @param {VitestReport} report
 * @returns {readonly FileTime[]}
 */
export function vitestTimes({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({
    kind: /\.(browser|dom)\./.exec(name)?.[1] ?? 'node',
    file: name,
    ms: endTime - startTime,
  }));
}

/**
 * The same for Playwright: the sum of a file's journeys.
 *
 * @param {PlaywrightReport} report
 * @returns {readonly FileTime[]}
 */
export function playwrightTimes({ suites }) {
  return suites.map((suite) => ({ kind: 'e2e', file: suite.file, ms: suiteMs(suite) }));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {number}
 */
function suiteMs({ specs, suites = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return sum([...own, ...suites.map(suiteMs)]);
}

/** @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/**
 * A line for each of the slowest files, with its share of the time of all files of its kind.
 *
 * @param {readonly FileTime[]} times
 * @param {{ readonly root: string, readonly count: number }} options
 */
export function formatSlowest(times, { root, count }) {
  const slowest = [...times].sort((left, right) => right.ms - left.ms).slice(0, count);
  const lines = slowest.map(({ kind, file, ms }) => {
    const whole = sum(times.filter((time) => time.kind === kind).map((time) => time.ms));
    const seconds = (ms / 1000).toFixed(1).padStart(7);
    const share = ((100 * ms) / whole).toFixed(1).padStart(5);
    return `${seconds} s ${share} % of ${kind.padEnd(7)}  ${path.relative(root, path.resolve(root, file))}`;
  });
  return [`The ${slowest.length} slowest files:`, ...lines].join('\n');
}

/**
 * The count of one runner. A runner that ends badly without a failed test in its report, or without
 * a report, has one failure all the same.
 *
 * @param {{ exitCode: number, count: TestCount | undefined }} outcome
 * @returns {TestCount}
 */
export function countOfRunner({ exitCode, count }) {
  if (!count) return { passed: 0, failed: 1, skipped: 0 };
  return exitCode === 0 ? count : { ...count, failed: Math.max(count.failed, 1) };
}

/**
 * @param {readonly TestCount[]} counts
 * @returns {TestCount}
 */
export function addCounts(counts) {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** @param {TestCount} count */
export const formatCount = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
