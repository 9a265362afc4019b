import { expect, test } from 'vitest';
import { isHarmless, NOTHING_YET, together } from './chaos-row.mjs';

test('[BENCH] counts add up, and the slowest call is the slowest of all', () => {
  const first = together(NOTHING_YET, { acknowledged: 100, lost: 1, slowestMs: 20 });
  const both = together(first, { acknowledged: 50, silent: 2, slowestMs: 9 });
  expect(both).toEqual({ ...NOTHING_YET, acknowledged: 150, lost: 1, silent: 2, slowestMs: 20 });
  expect(together(NOTHING_YET, { acknowledged: 1 }).slowestMs).toBe(null);
});

test('[BENCH] a fault is harmless while nothing but acknowledgements was counted', () => {
  expect(isHarmless({ ...NOTHING_YET, acknowledged: 5, slowestMs: 4 })).toBe(true);
  for (const harm of ['lost', 'torn', 'wiped', 'silent', 'hung']) {
    expect(isHarmless({ ...NOTHING_YET, [harm]: 1 })).toBe(false);
  }
});
