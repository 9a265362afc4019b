import { expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

test('[TOK-1] a pause lets timers that were due go first', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('timer'), 0);
  await pause();
  order.push('after the pause');
  expect(order).toEqual(['timer', 'after the pause']);
});

test('[TOK-1] where the platform has no timers there is nothing to wait for', async () => {
  vi.stubGlobal('setTimeout', undefined);
  try {
    await expect(pause()).resolves.toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});
