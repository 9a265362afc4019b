import { expect, test } from 'vitest';
import { createWatchedValue } from './watched-value.ts';

test('a listener hears of each change until it unsubscribes', () => {
  const value = createWatchedValue(1);
  const seen: number[] = [];
  const leave = value.subscribe(() => seen.push(value.get()));
  value.set(2);
  value.set(3);
  leave();
  value.set(4);
  expect(seen).toEqual([2, 3]);
  expect(value.get()).toBe(4);
});
