import { expect, test } from 'vitest';
import { rovingPlace } from './roving-focus.ts';

test('[DEV-10] arrows step by one and go round at the ends', () => {
  expect(rovingPlace('ArrowRight', { place: 0, count: 3 })).toBe(1);
  expect(rovingPlace('ArrowRight', { place: 2, count: 3 })).toBe(0);
  expect(rovingPlace('ArrowLeft', { place: 2, count: 3 })).toBe(1);
  expect(rovingPlace('ArrowLeft', { place: 0, count: 3 })).toBe(2);
});

test('[DEV-10] Home leads to the first, End to the last', () => {
  expect(rovingPlace('Home', { place: 1, count: 3 })).toBe(0);
  expect(rovingPlace('End', { place: 1, count: 3 })).toBe(2);
});

test('[DEV-10] from right to left the arrows point the other way, Home and End do not', () => {
  const stand = { place: 1, count: 3, isRightToLeft: true };
  expect(rovingPlace('ArrowRight', stand)).toBe(0);
  expect(rovingPlace('ArrowLeft', stand)).toBe(2);
  expect(rovingPlace('Home', stand)).toBe(0);
});

test('[DEV-10] other keys are left to anyone who is next', () => {
  for (const key of ['ArrowDown', 'Tab', 'Enter', 'a']) {
    expect(rovingPlace(key, { place: 0, count: 3 })).toBeUndefined();
  }
});
