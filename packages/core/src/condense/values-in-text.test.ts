import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { valuesInText } from './values-in-text.ts';

test('[CMP-11] finds just the values that stand in the text alone', async () => {
  // Few letters, so that values overlap, begin alike and stand in one another.
  const letter = fc.constantFrom('a', 'b', '-', 'ā', '🚂');
  const words = (most: number) => fc.array(letter, { maxLength: most }).map((all) => all.join(''));
  await fc.assert(
    fc.property(words(200), fc.array(words(8), { maxLength: 30 }), (text, values) => {
      const present = new Set(values.filter((value) => standsAlone(text, value)));
      expect(runToEnd(valuesInText(text, values))).toEqual(present);
    }),
    { seed: 20261122 },
  );
});

test('[CMP-11] a part of a longer word does not stand there, a word behind an escaped line break does', () => {
  const present = runToEnd(
    valuesInText('nord10 \\nfile_7 $1125', ['nord1', 'file_7', '$112', '$1125']),
  );
  expect(present).toEqual(new Set(['file_7', '$1125']));
});

function standsAlone(text: string, value: string): boolean {
  const isWord = (character: string) => /[\p{L}\p{N}_]/u.test(character);
  const isJoined = (at: number) => isWord(text.charAt(at - 1)) && isWord(text.charAt(at));
  for (
    let at = text.indexOf(value);
    at >= 0 && at < text.length;
    at = text.indexOf(value, at + 1)
  ) {
    if (!isJoined(at) && !isJoined(at + value.length)) return true;
  }
  return value === '';
}
