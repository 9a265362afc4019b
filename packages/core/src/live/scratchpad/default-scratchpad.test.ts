import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DefaultScratchpad, defaultScratchpad } from './default-scratchpad.ts';

const texts = fc.array(fc.string(), { maxLength: 4 });
const pad: fc.Arbitrary<DefaultScratchpad> = fc.record({
  objective: fc.string(),
  keyFacts: texts,
  decisions: texts,
  currentStep: fc.string(),
  blockers: texts,
});

const notText = fc.constantFrom<unknown>(5, null, undefined, true, {}, [], ['a']);
const notTexts = fc.constantFrom<unknown>(5, null, undefined, true, {}, 'a', { length: 0 });
const wrongFields = fc.record(
  {
    objective: notText,
    keyFacts: notTexts,
    decisions: notTexts,
    currentStep: notText,
    blockers: notTexts,
    mood: fc.anything(),
    constructor: fc.constant(1),
  },
  { requiredKeys: [] },
);

test('[PAD-1] the default pad is a Standard Schema that answers at once', () => {
  const { version, vendor, validate } = defaultScratchpad.schema['~standard'];
  expect([version, vendor]).toEqual([1, 'agent-memory']);
  expect(validate(defaultScratchpad.initial)).toEqual({ value: defaultScratchpad.initial });
});

test('[PAD-1] a pad of texts and lists of texts fits (seed 20261122)', async () => {
  await fc.assert(
    fc.property(pad, (given) => {
      expect(issuesOf(given)).toEqual([]);
    }),
    { seed: 20261122 },
  );
});

test('[PAD-1] of a pad with some fields broken exactly those are named (seed 20261122)', async () => {
  await fc.assert(
    fc.property(pad, wrongFields, (given, wrong) => {
      const named = issuesOf({ ...given, ...wrong }).map((issue) => issue.path?.join('.'));
      expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
    }),
    { numRuns: 500, seed: 20261122 },
  );
});

test('[PAD-1] a missing field is named', () => {
  expect(issuesOf({}).map((issue) => issue.path?.join('.'))).toEqual([
    'objective',
    'keyFacts',
    'decisions',
    'currentStep',
    'blockers',
  ]);
});

test('[PAD-1] each line at fault is named, a gap in the list too', () => {
  const blockers: unknown[] = ['fine', 5];
  blockers[3] = 'fine';
  expect(issuesOf({ ...defaultScratchpad.initial, blockers })).toEqual([
    { message: 'must be text', path: ['blockers', 1] },
    { message: 'must be text', path: ['blockers', 2] },
  ]);
});

test.each([[null], [undefined], ['text'], [5], [[]], [new Map()], [() => 1]])(
  '[PAD-1] %s is no pad',
  (given) => {
    expect(issuesOf(given)).toEqual([{ message: 'must be an object' }]);
  },
);

function issuesOf(value: unknown): readonly StandardSchemaV1.Issue[] {
  const result = defaultScratchpad.schema['~standard'].validate(value);
  if (result instanceof Promise) throw new Error('The default pad answers at once.');
  return result.issues ?? [];
}
