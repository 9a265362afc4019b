/**
 * How a set of tests ended.
 *
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} TestCount
 *
 * The part of vitest's JSON report that is read here.
 * @typedef {{
 *   readonly testResults: readonly {
 *     readonly status: string,
 *     readonly assertionResults: readonly { readonly status: string }[],
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
 *   readonly errors: readonly unknown[],
 * }} PlaywrightReport
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
