import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageIndex } from './message-index.ts';

const RUNS = { numRuns: 200, seed: 20261130 };
const aWord = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3, maxLength: 9 });

function sharedBy(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

test('[RET-6] a word that stands nowhere is found in the forms that a look at every word finds', () => {
  fc.assert(
    fc.property(fc.array(aWord), fc.array(aWord), aWord, (before, later, asked) => {
      const index = new MessageIndex();
      for (const word of before) index.add(word);
      index.weigh('abababab');
      for (const word of later) index.add(word);
      const words = [...new Set([...before, ...later])];
      const forms = words.filter((word) => {
        const shared = sharedBy(word, asked);
        return shared >= 4 && shared >= 0.6 * Math.max(word.length, asked.length);
      });
      const expected = words.includes(asked) ? [asked] : asked.length < 5 ? [] : forms;
      expect([...index.weigh(asked).keys()].sort()).toEqual([...expected].sort());
    }),
    RUNS,
  );
});

test('[RET-6] the best messages are the first of all that fit, of equals the newer one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(aWord, { maxLength: 5 }), { maxLength: 60 }),
      fc.nat(20),
      (messages, most) => {
        const index = new MessageIndex();
        for (const words of messages) index.add(words.join(' '));
        const weights = index.weigh(messages.flat().slice(0, 20).join(' '));
        const all = index.best(weights, messages.length + 1);
        expect(index.best(weights, most)).toEqual(all.slice(0, most));
        const sorted = all.toSorted((a, b) => b.score - a.score || b.seq - a.seq);
        expect(all).toEqual(sorted);
      },
    ),
    RUNS,
  );
});
