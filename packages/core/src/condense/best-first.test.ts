import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../platform/steps.ts';
import { BestFirst } from './best-first.ts';

test('[CMP-10] gives items as a sorted list has them, one after another, and then nothing', async () => {
  await fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (scores) => {
      const items = scores.map((score, place) => ({ score, place }));
      const sorted = items.toSorted((a, b) => b.score - a.score || a.place - b.place);
      const order = runToEnd(
        BestFirst.of(
          items,
          (a, b) => a.score > b.score || (a.score === b.score && a.place < b.place),
        ),
      );
      for (const item of sorted) expect(order.next()).toEqual(item);
      expect(order.next()).toBeUndefined();
    }),
    { seed: 20261122 },
  );
});
