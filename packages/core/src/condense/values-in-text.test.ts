import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../platform/steps.ts';
import { valuesInText } from './values-in-text.ts';

test('[CMP-11] finds just the values that the text includes', async () => {
  // Few letters, so that values overlap, begin alike and stand in one another.
  const letter = fc.constantFrom('a', 'b', '-', 'ā', '🚂');
  const words = (most: number) => fc.array(letter, { maxLength: most }).map((all) => all.join(''));
  await fc.assert(
    fc.property(words(200), fc.array(words(8), { maxLength: 30 }), (text, values) => {
      const present = new Set(values.filter((value) => text.includes(value)));
      expect(runToEnd(valuesInText(text, values))).toEqual(present);
    }),
    { seed: 20261122 },
  );
});
