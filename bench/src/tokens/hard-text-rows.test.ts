import { expect, test } from 'vitest';
import { hardTextRows } from './hard-text-rows.mjs';

/** A counter whose time is a power of the text's length, on a clock of its own. */
function growthsOf(power: number) {
  let nowMs = 0;
  const count = (text: string) => {
    nowMs += text.length ** power;
    return text.length;
  };
  return hardTextRows(count, () => nowMs).map(({ growth }) => growth);
}

test('[BENCH] growth is 1 where time is linear and 16 where it is quadratic', () => {
  for (const growth of growthsOf(1)) expect(growth).toBeCloseTo(1);
  for (const growth of growthsOf(2)) expect(growth).toBeCloseTo(16);
});
