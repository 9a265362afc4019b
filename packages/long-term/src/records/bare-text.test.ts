import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareText, normalisedText } from './bare-text.ts';

const SEED = 20261123;

test.each([
  ['The balance is -5.', 'The balance is 5.'],
  ['The balance is -€5.', 'The balance is €5.'],
  ['The budget is 1.5 million.', 'The budget is 15 million.'],
  ['The share is .5', 'The share is 5'],
  ['Meet at 10:30.', 'Meet at 1030.'],
  ['Ports 80-90.', 'Ports 8090.'],
  ['Version 1.1.1', 'Version 11.1'],
  ['Rooms 1 2', 'Rooms 12'],
  ['The area is 10².', 'The area is 102.'],
  ['It takes 1½ hours.', 'It takes 11/2 hours.'],
  ['It costs 5 €.', 'It costs 5 $.'],
  ['It is 5%.', 'It is 5.'],
  ['It is 5°.', 'It is 5%.'],
  ['Ada likes C++.', 'Ada likes C#.'],
  ['Ada likes C#.', 'Ada likes C.'],
  ['Alert when x > y holds.', 'Alert when x < y holds.'],
  ['Use a != b.', 'Use a == b.'],
  ['Use a != b.', 'Use a = b.'],
  ['Skip it if !ready.', 'Skip it if ready.'],
  ['It is a * b.', 'It is a / b.'],
  ['The path is /a/b.', 'The path is /ab.'],
  ['Use foo_bar', 'Use foobar'],
  ['Ada reacts with 👍', 'Ada reacts with 👎'],
])('[LTM-8] [RET-2] %s is not %s', (one, other) => {
  for (const gap of ['', ' ']) expect(bareText(one, gap)).not.toBe(bareText(other, gap));
});

test.each([
  ['Ada lives in Paris.', '"Ada" lives – in PARIS!?'],
  ['Ada lives in Straße 5, Paris.', '- **Ada** lives in STRASSE ５ (Paris)…'],
  ['The balance is -5.', 'The balance is: −5'],
  ['The budget is 1.5 million.', 'The budget is “1.5” million;'],
  ['Ada uses GPT-4.', 'Ada uses GPT 4'],
  ["Ada's cat is 5.", 'Adas cat is 5…'],
  ['Ports 80-90.', 'Ports 80–90'],
  ['Ada likes 👍🏽.', 'Ada likes 👍\uFE0F'],
  ['● Ada keeps bees.', 'Ada keeps bees'],
])('[LTM-8] %s is %s in other dress', (one, other) => {
  expect(bareText(other)).toBe(bareText(one));
});

/** A number as people write it, with a sign or a fraction. */
const NUMBER = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.integer({ min: 0, max: 99 }),
    fc.constantFrom('', '.', ':', '/'),
    fc.integer({ min: 0, max: 99 }),
  )
  .map(([sign, whole, point, part]) => `${sign}${whole}${point === '' ? '' : point + part}`);
const OPERATOR = fc.constantFrom('<', '>', '=', '!=', '+', '≤', '€', '%');
const CLAIM = fc.tuple(NUMBER, OPERATOR, NUMBER).map((parts) => `x ${parts.join(' ')}`);

test('[LTM-8] statements with another number, sign or operator are others', () => {
  fc.assert(
    fc.property(CLAIM, CLAIM, (one, other) => {
      expect(bareText(one) === bareText(other)).toBe(one === other);
      expect(bareText(one, ' ') === bareText(other, ' ')).toBe(one === other);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});

const WORD = fc.stringMatching(/^[a-zäß]{1,8}$/u);
const DRESS = fc.constantFrom(
  '',
  '"',
  '**',
  '(',
  ')',
  '…',
  ',',
  ';',
  '“',
  '- ',
  '?',
  '`',
  '\u00ad',
);

test('[LTM-8] case, quotes, spaces and punctuation between words say nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(DRESS, WORD, DRESS), { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (words, isLoud) => {
        const plain = words.map(([, word]) => word).join(' ');
        const dressed = words.map(([before, word, behind]) => before + word + behind).join('  ');
        expect(bareText(isLoud ? dressed.toUpperCase() : dressed)).toBe(bareText(plain));
      },
    ),
    { seed: SEED },
  );
});

test('[LTM-8] a form is a form of itself, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(normalisedText(normalisedText(text))).toBe(normalisedText(text));
      expect(bareText(`  ${text} `)).toBe(bareText(text));
    }),
    { seed: SEED },
  );
});

test('[RET-2] rows of a hundred thousand marks are read once', () => {
  expect(bareText(`a${'-'.repeat(100_000)}5`)).toBe('a-5');
  expect(bareText(`a${'.'.repeat(100_000)}b`)).toBe('ab');
  expect(bareText(`a${' -'.repeat(100_000)}b`)).toBe('ab');
});
