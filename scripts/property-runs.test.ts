import fc, { assert } from 'fast-check';
import { expect, test } from 'vitest';
import { scale, scaled } from './property-runs.mjs';

test('a share of the usual runs, and never none', () => {
  expect(scaled({ numRuns: 300 }, { share: 0.1, seed: null })).toEqual({ numRuns: 30 });
  expect(scaled({}, { share: 1, seed: null })).toEqual({ numRuns: 100 });
  expect(scaled({ numRuns: 3 }, { share: 0.1, seed: null })).toEqual({ numRuns: 1 });
});

test('examples are run beside the random inputs, whatever the share', () => {
  const examples: [number][] = [[1], [2], [3]];
  expect(scaled({ numRuns: 10, examples }, { share: 0.1, seed: null }).numRuns).toBe(4);
});

test('a seed replaces the usual one, and leaves that beside a path', () => {
  expect(scaled({ seed: 7 }, { share: 1, seed: 9 }).seed).toBe(9);
  expect(scaled({ seed: 7, path: '3:1' }, { share: 1, seed: 9 }).seed).toBe(7);
});

test('a test that imports fast-check gets the scaled `assert`, by name and by default', () => {
  const counted = (check: typeof fc.assert) => {
    let runs = 0;
    const property = fc.property(fc.nat(), () => {
      runs += 1;
    });
    check(property, { numRuns: 200 });
    return runs;
  };
  expect(counted(fc.assert)).toBe(200 * scale.share);
  expect(counted(assert)).toBe(counted(fc.assert));
});
