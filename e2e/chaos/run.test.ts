import { expect, test } from 'vitest';
import { UsageError } from '../../bench/src/cli/usage-error.mjs';
import { run } from './run.mjs';

test('[BENCH] a fault that there is not is refused with the names of those that there are', async () => {
  const refused = run(['--fault', 'flood'], { print: () => undefined, complain: () => undefined });
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow('kill, torn, disk');
});
