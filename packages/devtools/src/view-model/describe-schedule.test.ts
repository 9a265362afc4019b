import type { CompactionSchedule } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { describeSchedule, dueAtTokens, reasonWords } from './describe-schedule.ts';

const NUMBERS = {
  viewTokens: 7_120,
  inputTokens: 8_000,
  highTokens: 6_800,
  grownTokens: 1_240,
  dueTokens: 3_900,
};

const ACTS = {
  OVER_INPUT_BUDGET: 'over the input budget, 7,120 of 8,000 tokens',
  OVER_HIGH_WATERMARK: 'over the high watermark, 7,120 of 6,800 tokens',
  GROWTH_DUE: 'grown 1,240 tokens, and 3,900 pay for a compaction',
  LIVE_NEEDS_ROOM: 'live state needs room beside 7,120 of 8,000 tokens',
  TOOL_LIMIT: 'a tool result is over the limit of its tool',
  POLICY_ASKED: 'the eviction policy asks for it',
  CALLER_ASKED: 'the app’s own shouldCompact asks for it',
} as const;

const WAITS = {
  GROWTH_NOT_DUE:
    'grown 1,240 of 3,900 tokens that pay for a compaction; the high watermark comes first, 7,120 of 6,800',
  UNDER_HIGH_WATERMARK: 'under the high watermark, 7,120 of 6,800 tokens',
  CALLER_WAITS: 'the app’s own shouldCompact says no, and 7,120 of 8,000 tokens fit',
  GAIN_TOO_SMALL:
    'the last compaction freed too little, and the context grew only 1,240 tokens since',
  HELD_AFTER_UNDO:
    'a compaction was undone, so the next one comes at the input budget, 7,120 of 8,000 tokens',
} as const;

type Reasons = readonly (readonly [CompactionSchedule['reason'], string])[];

test.each(Object.entries(ACTS) as Reasons)(
  '[BUD-2] [DEV-4] %s says why it compacts before the next call',
  (reason, because) => {
    expect(describeSchedule({ state: 'act', reason, numbers: NUMBERS })).toEqual({
      verdict: 'Compacts before the next call',
      because,
    });
  },
);

test.each(Object.entries(WAITS) as Reasons)(
  '[BUD-2] [DEV-4] %s says why it waits',
  (reason, because) => {
    expect(describeSchedule({ state: 'wait', reason, numbers: NUMBERS })).toEqual({
      verdict: 'Waits',
      because,
    });
  },
);

test('[BUD-2] where the growth that pays comes first, it is the only thing said', () => {
  const numbers = { ...NUMBERS, viewTokens: 3_000 };
  expect(describeSchedule({ state: 'wait', reason: 'GROWTH_NOT_DUE', numbers }).because).toBe(
    'grown 1,240 of 3,900 tokens that pay for a compaction',
  );
});

test('[BUD-2] growth that would pay and still waits says that the low watermark is not reached', () => {
  const numbers = { ...NUMBERS, grownTokens: 4_100 };
  expect(describeSchedule({ state: 'wait', reason: 'GROWTH_NOT_DUE', numbers }).because).toBe(
    'grown 4,100 of 3,900 tokens that pay for a compaction; under the low watermark there is nothing to gain yet',
  );
});

test('[DEV-2] a figure that is not given is not made up', () => {
  const { because } = describeSchedule({ state: 'wait', reason: 'GROWTH_NOT_DUE', numbers: {} });
  expect(because).toBe(
    'grown an unknown number of an unknown number tokens that pay for a compaction',
  );
});

test('[DEV-4] every reason has a short form of its own', () => {
  const reasons = Object.keys({ ...ACTS, ...WAITS }) as CompactionSchedule['reason'][];
  const words = reasons.map(reasonWords);
  expect(new Set(words).size).toBe(reasons.length);
  expect(reasonWords('GROWTH_DUE')).toBe('growth due');
});

const BUDGET = { lowTokens: 4_000, highTokens: 6_800, inputTokens: 8_000 };

test.each([
  ['after the growth that pays', 'GROWTH_NOT_DUE', { ...NUMBERS, viewTokens: 3_000 }, 5_660],
  [
    'at the low watermark where the growth comes earlier',
    'GROWTH_NOT_DUE',
    { viewTokens: 900, grownTokens: 800, dueTokens: 1_000 },
    4_000,
  ],
  ['at the high watermark when that comes first', 'GROWTH_NOT_DUE', NUMBERS, 6_800],
  ['at the high watermark where nothing else is asked', 'UNDER_HIGH_WATERMARK', NUMBERS, 6_800],
  ['at the input budget after an undo', 'HELD_AFTER_UNDO', NUMBERS, 8_000],
  ['at the input budget where the app says no', 'CALLER_WAITS', NUMBERS, 8_000],
  ['at no place when the figures do not tell', 'GAIN_TOO_SMALL', { grownTokens: 40 }, undefined],
] as const)('[DEV-1] the next compaction is due %s', (_where, reason, numbers, due) => {
  expect(dueAtTokens({ state: 'wait', reason, numbers }, BUDGET)).toBe(due);
});

test('[DEV-1] what is due now is due at no place', () => {
  expect(dueAtTokens({ state: 'act', reason: 'GROWTH_DUE', numbers: NUMBERS }, BUDGET)).toBe(
    undefined,
  );
});

test('[BUD-2] a reason that came later is told by its code and its figures', () => {
  const reason = newerKind<CompactionSchedule['reason']>('QUOTA_NEAR');
  const numbers = { storedMessages: 900, limitTokens: 1_000 };
  expect(describeSchedule({ state: 'wait', reason, numbers }).because).toBe(
    'quota near, stored 900 messages, limit 1,000 tokens',
  );
  expect(reasonWords(reason)).toBe('quota near');
});
