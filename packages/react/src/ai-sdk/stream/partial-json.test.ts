import { parsePartialJson } from 'ai';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partialJson } from './partial-json.ts';

test.each([
  ['', undefined],
  ['  ', undefined],
  ['{', {}],
  ['{"city', {}],
  ['{"city":', {}],
  ['{"city":"Ber', { city: 'Ber' }],
  ['{"city":"Ber\\', { city: 'Ber' }],
  ['{"city":"Ber\\u00e', { city: 'Ber' }],
  ['{"days":[1,2', { days: [1, 2] }],
  ['{"isCold":tr', { isCold: true }],
  ['{"at":-', {}],
  ['{"at":1.', { at: 1 }],
  ['{"a":{"b":[{"c":nul', { a: { b: [{ c: null }] } }],
  ['no JSON at all', undefined],
])('[RCT-5] reads %s as far as it goes', (text, value) => {
  expect(partialJson(text)).toEqual(value);
});

test('[RCT-5] reads every beginning of JSON text as AI SDK shows it', async () => {
  const json = fc.tuple(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(undefined, 2));
  await fc.assert(
    fc.asyncProperty(
      json,
      fc.double({ min: 0, max: 1, noNaN: true }),
      async ([value, space], share) => {
        const text = JSON.stringify(value, null, space);
        // AI SDK refuses `__proto__`, and shows an exponent before it is complete.
        fc.pre(!text.includes('__proto__') && !/\de\+/.test(text));
        const beginning = text.slice(0, Math.round(text.length * share));
        const { value: shown } = await parsePartialJson(beginning);
        expect(partialJson(beginning)).toEqual(shown);
      },
    ),
    { seed: 20261122, numRuns: 500 },
  );
});
