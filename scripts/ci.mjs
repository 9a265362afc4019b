import { runChecks } from './check.mjs';
import { formatCount } from './count-reports.mjs';
import { install } from './install.mjs';
import { say } from './say.mjs';
import { runTestsOfCi } from './test.mjs';

/**
 * `npm run ci`: the usual and the long tests on a tree where nothing is built yet, as a newcomer runs them,
 * then the checks. A failed check counts as a failed test.
 */
export async function ci() {
  await install('everything');
  const count = await runTestsOfCi();
  const failedChecks = await runChecks();
  // Once more, because the end of a long log is what people see.
  if (failedChecks.length > 0) say(`Failed checks: ${failedChecks.join(', ')}.`);
  const failed = count.failed + failedChecks.length;
  console.log(formatCount({ ...count, failed }));
  return failed === 0 ? 0 : 1;
}
