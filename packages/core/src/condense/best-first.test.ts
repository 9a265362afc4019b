import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { bestFirst } from './best-first.ts';

test('[CMP-10] gives values as a sorted list has them, one after another, and then nothing', async () => {
  await fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (scores) => {
      const items = scores.map((score, place) => ({ score, place }));
      const sorted = items.toSorted((a, b) => b.score - a.score || a.place - b.place);
      const next = runToEnd(bestFirst(items, ({ score }) => score));
      for (const item of sorted) expect(next()).toEqual(item);
      expect(next()).toBeUndefined();
    }),
    { seed: 20261122 },
  );
});
