import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { copyingPlainData } from './copy-in-steps.ts';
import { readingJson, writingJson } from './json-in-steps.ts';

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

test('[MSG-6] JSON that is read in steps has the values that the engine reads (seed 20261127)', async () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"__proto__"',
    '1',
    '-0',
    'null',
  );
  const text = fc.oneof(
    fc.json({ stringUnit: 'binary' }),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  await fc.assert(
    fc.property(text, fc.constantFrom('', ' ', '\n\t'), (json, blank) => {
      const given = blank + json + blank;
      expect(runToEnd(readingJson(given))).toStrictEqual(parsed(given));
    }),
    { seed: 20261127, numRuns: 2_000 },
  );
});

test('[MSG-6] values are written in steps as the engine writes them (seed 20261127)', async () => {
  const many = fc.array(fc.jsonValue(), { minLength: 60, maxLength: 80 });
  const data = fc.record({ many, deep: fc.record({ many }), none: fc.constant(undefined) });
  await fc.assert(
    fc.property(data, (value) => {
      const copy = runToEnd(copyingPlainData({ value: [value, Number.NaN, undefined] }));
      expect(runToEnd(writingJson(copy))).toBe(JSON.stringify(copy));
    }),
    { seed: 20261127, numRuns: 60 },
  );
});

test('[MSG-6] a long text is read in many steps, and its values are frozen', () => {
  const json = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ at, text: `t${at}` })));
  const steps = readingJson(json);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  expect(count).toBeGreaterThan(100);
  expect(step.value?.value).toEqual(JSON.parse(json));
  expect(step.value?.value).toSatisfy(Object.isFrozen);
});

test.each([
  ['levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['values', `[${'1,'.repeat(1_000_000)}1]`],
  ['names', `{${Array.from({ length: 100_001 }, (_, at) => `"n${at}":1`).join(',')}}`],
])('[MSG-6] JSON of more %s than anything here can walk stays a text', (_, json) => {
  expect(runToEnd(readingJson(json))).toBeUndefined();
});
