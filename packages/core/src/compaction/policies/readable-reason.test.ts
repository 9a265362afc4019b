import { expect, test } from 'vitest';
import { RULES_OF_LIBRARY, readableReason } from './guarded-choice.ts';

const fallback = { rule: 'POLICY_CHOSE', decidedBy: 'mine' };

test.each([{}, { numbers: { n: 1 } }, { keptByRoom: false }, 'because'])(
  '[HIS-4] a reason without a rule is the choice of the one who gave it: %j',
  (why) => {
    expect(readableReason(why, fallback)).toMatchObject(fallback);
  },
);

test.each([
  'SYSTEM_PROTECTED',
  'RESULT_SUPERSEDED',
  'TOOL_RESULT_OVER_LIMIT',
  'A\nB',
  'lower',
  '',
  7,
  'X'.repeat(80),
])('[HIS-4] nothing leaves by the rule %j', (rule) => {
  expect(readableReason({ rule }, fallback)).toEqual(fallback);
});

test('[HIS-4] a rule of the library that fits, or one declared elsewhere, stays', () => {
  expect(readableReason({ rule: 'OUTSIDE_WINDOW' }, fallback)?.rule).toBe('OUTSIDE_WINDOW');
  expect(readableReason({ rule: 'STALE_PAGE' }, fallback)).toEqual({
    rule: 'STALE_PAGE',
    decidedBy: 'mine',
  });
  expect(RULES_OF_LIBRARY.length).toBe(new Set(RULES_OF_LIBRARY).size);
});

test('[HIS-4] a sentence that nobody would read to its end is cut', () => {
  const reason = readableReason({ sentence: 'x'.repeat(1e6), remedy: 'y' }, fallback);
  expect(reason?.sentence).toHaveLength(1_001);
  expect(reason?.remedy).toBe('y');
});

test('[HIS-4] what no store takes is no reason', () => {
  expect(readableReason({ sentence: 5 }, fallback)).toBeUndefined();
  expect(readableReason({ numbers: { n: Number.NaN } }, fallback)).toBeUndefined();
});
