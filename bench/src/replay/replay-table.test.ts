import { expect, test } from 'vitest';
import { replayRows } from './replay-rows.mjs';
import { replayTable } from './replay-table.mjs';
import { slidingWindow } from './systems/sliding-window.mjs';
import { assistant, session, user } from './testing/builders.mjs';

test('[BENCH] prints one line a system, with a dash where there was nothing to measure', async () => {
  const rows = await replayRows([session(user('a'), assistant('b'))], 100, [slidingWindow]);
  const [head, , line] = replayTable(rows).split('\n');
  expect(head).toMatch(/^system +contexts +refused/);
  expect(line).toMatch(/^sliding window, 20 messages +1 +0 +0 .*– +– +– +–/);
});
