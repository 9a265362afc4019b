// Run by vitest in the app, outside of the repository: one of its sessions is put under test.
import { readFileSync } from 'node:fs';
import { replaySession } from '@agent-memory/core/replay';
import { expectSession } from '@agent-memory/core/vitest';
import { expect, test } from 'vitest';

const file = JSON.parse(readFileSync('src/support.agentmem.json', 'utf8'));

test('the support session stays in its window, and keeps the task', async () => {
  const session = expectSession(file);
  await session.toStayWithinBudget();
  await session.toKeepFirstMessage();
  await session.toHaveNoOrphanResults();
  await session.toHaveValueAtCall('PB-77120-K', -1);
  await session.toCompactAtMost(3);
  await session.toKeepPrefix({ atLeast: 0.95 });
});

test('in a window of 16,384 tokens it is never compacted', async () => {
  await expect(replaySession(file, { contextWindow: 16_384 })).toCompactAtMost(0);
});

test('a window that is too small is found out, with the reason and what to do', async () => {
  const value = 'Deliver to the back door';
  await expectSession(file).toHaveValueAtCall(value, -1);
  const claim = expectSession(file, { contextWindow: 2_400 }).toHaveValueAtCall(value, -1);
  await expect(claim).rejects.toThrow(
    /Message #2 \(tool\) holds it\. Not sent .* An input budget of [\d,]+ tokens or more keeps it whole\./,
  );
});
