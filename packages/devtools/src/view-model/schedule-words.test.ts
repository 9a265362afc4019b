import type { CompactionSchedule } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { dueAtTokens, reasonWords, verdictOf } from './schedule-words.ts';

const NUMBERS = {
  viewTokens: 7_120,
  inputTokens: 8_000,
  highTokens: 6_800,
  grownTokens: 1_240,
  dueTokens: 3_900,
};

test('[DEV-4] a compaction is due before the next call, or waits', () => {
  const schedule = { reason: 'TOOL_LIMIT', numbers: {} } as const;
  expect(verdictOf({ ...schedule, state: 'act' })).toBe('Compacts before the next call');
  expect(verdictOf({ ...schedule, state: 'wait' })).toBe('Waits');
});

test('[DEV-4] a reason has a short form', () => {
  expect(reasonWords('GROWTH_DUE')).toBe('growth due');
  expect(reasonWords('CALLER_ASKED')).toBe('app asked');
  expect(reasonWords(newerKind<CompactionSchedule['reason']>('QUOTA_NEAR'))).toBe('quota near');
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
  [
    'above the watermark where little room was left',
    'LITTLE_ROOM_LEFT',
    { markTokens: 7_600 },
    7_600,
  ],
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
