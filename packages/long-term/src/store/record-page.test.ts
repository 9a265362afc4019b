import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aRecord } from '../testing/a-record.ts';
import { byNewest, newestOf } from './record-page.ts';

const SEED = 20261123;

test('[LTM-2] the newest of a list are the beginning of the sorted list', () => {
  const times = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 });
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 45 }), (all, most) => {
      const records = all.map((createdAtMs, index) => aRecord({ id: `r${index}`, createdAtMs }));
      expect(newestOf(records, most)).toEqual(records.toSorted(byNewest).slice(0, most));
    }),
    { seed: SEED },
  );
});
