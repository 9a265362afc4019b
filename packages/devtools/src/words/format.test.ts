import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { formatAge, formatDuration, formatShare, formatTokens } from './format.ts';

test('[DEV-2] an estimate is never shown as a fact', () => {
  expect(formatTokens(1_234, 'estimated')).toBe('≈1,234');
  expect(formatTokens(1_234, 'counted')).toBe('1,234');
  expect(formatTokens(1_234, 'provider')).toBe('1,234');
  expect(formatTokens(1_234, newerKind('guessed'))).toBe('≈1,234');
});

test('[DEV-1] shares, ages and durations read plainly', () => {
  expect([0, 0.000_1, 0.123, 1].map(formatShare)).toEqual(['0.0 %', '<0.1 %', '12.3 %', '100.0 %']);
  expect([0, 8_000, 200_000, 7_300_000, 500_000_000].map((age) => formatAge(0, age))).toEqual([
    'now',
    '8 s',
    '3 min',
    '2 h',
    '5 d',
  ]);
  expect([0.4, 999.6, 99_960].map(formatDuration)).toEqual(['0 ms', '1.0 s', '2 min']);
});
