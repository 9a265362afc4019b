import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, editsBetween, nearestName } from './nearest-name.ts';

const NAMES = ['contextWindow', 'budget', 'tools', 'toolHints', 'id'];

test.each([
  ['contexWindow', 'contextWindow'],
  ['contextwindow', 'contextWindow'],
  ['budgte', 'budget'],
  ['tool', 'tools'],
  ['toolhint', 'toolHints'],
  ['ib', 'id'],
  ['context', 'contextWindow'],
  ['budgetOptions', 'budget'],
])('%s is probably %s', (name, meant) => {
  expect(nearestName(name, NAMES)).toBe(meant);
});

test.each(['temperature', 'x', '', 'windowOfContext', 'too'])('%j is near to no name', (name) => {
  expect(nearestName(name, NAMES)).toBeUndefined();
});

test('a sentence about a wrong name asks for the near one, and is left alone where none is near', () => {
  expect(didYouMean('budgte', NAMES)).toBe(': did you mean `budget`?');
  expect(didYouMean('temperature', NAMES)).toBe('');
});

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
  ['contexWindow', 'contextWindow', 1],
])('from %j to %j it takes the fewest edits', (from, to, edits) => {
  expect(editsBetween(from, to)).toBe(edits);
});

test('a distance is the same both ways, nothing only between equals, and at most the longer text (seed 20261201)', async () => {
  const text = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
  await fc.assert(
    fc.property(text, text, (a, b) => {
      const edits = editsBetween(a, b);
      expect(edits).toBe(editsBetween(b, a));
      expect(edits === 0).toBe(a === b);
      expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(edits).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
    { seed: 20261201 },
  );
});
