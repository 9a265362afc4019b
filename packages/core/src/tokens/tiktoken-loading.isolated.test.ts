import { expect, test } from 'vitest';
import { loadTiktokenCounter } from './tiktoken-counter.ts';

// In a file of its own: no other test has loaded the ranks here.
test('[TOK-1] tries again after a failed load, and pauses between slices of the work', async () => {
  const gone = new Error('the page went away');
  const failed = loadTiktokenCounter({ pause: () => Promise.reject(gone) });
  const waiting = loadTiktokenCounter();
  await expect(failed).rejects.toBe(gone);
  await expect(waiting).rejects.toBe(gone);

  let pauses = 0;
  const counter = await loadTiktokenCounter({
    pause: async () => {
      pauses += 1;
    },
  });
  expect(counter.count('Nothing was lost.')).toBe(4);
  expect(pauses).toBeGreaterThan(20);
});
