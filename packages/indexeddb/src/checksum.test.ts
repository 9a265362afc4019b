import { runToEnd } from '@agent-memory/core/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksumOf as checksumSteps } from './checksum.ts';

const checksumOf = (value: unknown) => runToEnd(checksumSteps(value));

const storable = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
});

test('[STO-6] a value and its structured clone have the same checksum', () => {
  fc.assert(
    fc.property(storable, (value) => {
      expect(checksumOf(structuredClone(value))).toBe(checksumOf(value));
    }),
    { seed: 17 },
  );
});

test('[STO-6] one changed character of a text changes it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.string(), (text, at, other) => {
      const place = at % text.length;
      const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
      fc.pre(changed !== text);
      expect(checksumOf({ text: changed })).not.toBe(checksumOf({ text }));
    }),
    { seed: 17 },
  );
});

test.each([
  ['a text from its number', '1', 1],
  ['nothing from no field', { a: undefined }, {}],
  ['an empty list from an empty object', [], {}],
  ['one list from two', [['a', 'b']], [['a'], ['b']]],
  ['0 from -0', 0, -0],
  ['true from false', true, false],
])('[STO-6] tells %s', (_what, one, other) => {
  expect(checksumOf(one)).not.toBe(checksumOf(other));
});
