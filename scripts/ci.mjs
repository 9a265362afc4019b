import { runChecks } from './check.mjs';
import { formatCount } from './count-reports.mjs';
import { install } from './install.mjs';
import { say } from './say.mjs';
import { runTests } from './test.mjs';

/** `npm run ci`: checks, then tests even when a check failed; a failed check counts as a failed test. */
export async function ci() {
  await install('everything');
  const failedChecks = await runChecks();
  const count = await runTests();
  // Once more, because the end of a long log is what people see.
  if (failedChecks.length > 0) say(`Failed checks: ${failedChecks.join(', ')}.`);
  const failed = count.failed + failedChecks.length;
  console.log(formatCount({ ...count, failed }));
  return failed === 0 ? 0 : 1;
}
