import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBy } from './first-by.ts';

test('[RET-2] the first items are those of the whole list sorted, and equal ones stay in order', () => {
  const order = (one: readonly [number, number], other: readonly [number, number]) =>
    one[0] - other[0];
  const lists = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 70 }), (values, most) => {
      const items = values.map((value, at) => [value, at] as const);
      expect(firstBy(items, most, order)).toEqual(items.toSorted(order).slice(0, most));
    }),
  );
});

test('[RET-2] many wanted of many cost a sort of twice as many at a time', () => {
  let compared = 0;
  const order = (one: number, other: number) => {
    compared += 1;
    return one - other;
  };
  const items = Array.from({ length: 20_000 }, (_, at) => 20_000 - at);
  firstBy(items, 5_000, order);
  expect(compared).toBeLessThan(40 * items.length);
});
