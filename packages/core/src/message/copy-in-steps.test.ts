import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidMessageError } from '../ground/errors/errors.ts';
import { runToEnd } from '../ground/platform/steps.ts';
import { copyingPlainData } from './copy-in-steps.ts';
import { copyPlainData } from './copy-plain-data.ts';
import { frozenCopy } from './frozen-copy.ts';
import { readyData } from './ready-data.ts';

function copied(value: unknown, asJson = false): unknown {
  return runToEnd(copyingPlainData(value, asJson));
}

function refusalOf(copy: () => unknown): unknown {
  try {
    return copy();
  } catch (refusal) {
    return String(refusal);
  }
}

test('[MSG-3] a copy in steps is what a copy in one go is, or is refused in the same words (seed 20261127)', async () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true });
  await fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anything), (value) => {
      expect(refusalOf(() => copied(value))).toStrictEqual(refusalOf(() => copyPlainData(value)));
    }),
    { seed: 20261127, numRuns: 500 },
  );
});

test('[MSG-2] values that are no plain data are taken as JSON sends them (seed 20261127)', async () => {
  const anything = fc.anything({ withDate: true, withMap: true, withTypedArray: true });
  const sent = (value: unknown): unknown => {
    const json: string | undefined = JSON.stringify(value);
    return json === undefined ? undefined : JSON.parse(json);
  };
  await fc.assert(
    fc.property(anything, (value) => {
      expect(copied({ value }, true)).toEqual(sent({ value }));
    }),
    { seed: 20261127, numRuns: 500 },
  );
  expect(copied({ at: 10n, when: new Date(0), none: () => 1 }, true)).toEqual({
    at: '10',
    when: '1970-01-01T00:00:00.000Z',
  });
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}`, open: true }));

test('[MSG-3] the copy of many values is made in many steps, frozen, and is not copied again', () => {
  const given = { content: [{ type: 'x', input: { rows: rows(10_000) } }] };
  const steps = copyingPlainData(given);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  expect(count).toBeGreaterThan(100);
  const copy = step.value as typeof given;
  expect(copy).toEqual(given);
  expect(copy.content[0]?.input.rows[9_999]).toSatisfy(Object.isFrozen);
  expect(copyPlainData(copy)).toBe(copy);
  expect(frozenCopy(copy)).toBe(copy);
  const { input } = copy.content[0] ?? {};
  expect(readyData.get(input ?? {})).toBe(JSON.stringify(input));
});

test.each([
  ['values', { held: Array.from({ length: 1_000_001 }, () => 1) }, 'more than 1000000 values'],
  [
    'names',
    { held: Object.fromEntries(Array.from({ length: 100_001 }, (_, at) => [`n${at}`, at])) },
    'more than 100000 names',
  ],
])(
  '[MSG-3] more %s than anything here can walk are refused with the limit and a way out',
  (_, given, limit) => {
    expect(() => copied(given)).toThrow(InvalidMessageError);
    expect(() => copied(given)).toThrow(limit);
    expect(() => copied(given)).toThrow('append a reference');
  },
);
