import { expect, test } from 'vitest';
import { correctedValue } from '../memory/changes.ts';
import { aRecord } from '../testing/a-record.ts';

const INVOICE = { kind: 'identifier', text: 'The invoice is INV-1.', value: 'INV-1' } as const;

test.each([
  ['The invoice is INV-2.', 'INV-2'],
  ['The invoice is INV-1.', 'INV-1'],
  ['The invoice is INV-1 of May.', undefined],
  ['The invoice is not INV-1 but INV-2.', undefined],
  ['It is INV-2.', undefined],
  ['The invoice is .', undefined],
])('[LTM-5] an identifier whose text becomes "%s" has the value %s', (text, value) => {
  expect(correctedValue(aRecord(INVOICE), text)).toBe(value);
});

test('[LTM-5] a number stays one, and no other word becomes one', () => {
  const port = aRecord({ kind: 'identifier', text: 'The port is 8080.', value: 8080 });
  expect(correctedValue(port, 'The port is 9090.')).toBe(9090);
  expect(correctedValue(port, 'The port is open.')).toBeUndefined();
});

test('[LTM-5] a value that its text says twice or not at all stays open', () => {
  const twice = aRecord({ ...INVOICE, text: 'INV-1 is INV-1.' });
  expect(correctedValue(twice, 'INV-2 is INV-1.')).toBeUndefined();
  expect(correctedValue(aRecord({ ...INVOICE, text: 'The invoice.' }), 'INV-2')).toBeUndefined();
});

test.for([
  [2, 'cats: 3', 3],
  [2, 'Ada has 3 cats by now.', 3],
  [2, 'Ada has 3 cats and 2 dogs.', undefined],
  [2, 'Ada has many cats.', undefined],
  [true, 'cats: false', false],
  ['two', 'cats: three', 'three'],
  ['two', 'My cats are Tom and Kit now.', 'Tom and Kit'],
  [['Tom'], 'cats: Kit', undefined],
] as const)(
  '[LTM-5] the value %j of a key, corrected to %j, keeps its type',
  ([value, text, now]) => {
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
    const record = aRecord({ kind: 'fact', key: 'cats', text: `cats: ${written}`, value });
    expect(correctedValue(record, text)).toEqual(now);
  },
);
