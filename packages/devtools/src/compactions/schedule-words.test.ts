import type { BreakerState, CompactionSchedule } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { newerKind } from '../testing/newer-kind.ts';
import { aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import {
  dueAtTokens,
  nextCompactionThenWords,
  nextCompactionWords,
  reasonWords,
} from './schedule-words.ts';

const NUMBERS = {
  viewTokens: 7_120,
  inputTokens: 8_000,
  highTokens: 6_800,
  grownTokens: 1_240,
  dueTokens: 3_900,
};

/** A plan of messages that take 100 tokens each, with a schedule that waits for growth. */
function aWaitingPlan(schedule: Partial<CompactionSchedule>, messages = 4) {
  const items = Array.from({ length: messages }, (_, seq) =>
    anItem(anEntry(seq, aMessage('user', 'x'), 100), 'working'),
  );
  const due = { state: 'wait', reason: 'GROWTH_NOT_DUE', numbers: {}, ...schedule } as const;
  return planFacts(aPlan(items, { schedule: due }));
}
function outlook(schedule: Partial<CompactionSchedule>, messages?: number) {
  return nextCompactionWords(aWaitingPlan(schedule, messages));
}
const GROWING = { viewTokens: 5_240, grownTokens: 1_240, dueTokens: 3_100 };

test('[DEV-4] the next compaction is told by its tokens and the messages until then', () => {
  expect(outlook({ numbers: GROWING })).toBe(
    'Next compaction at 7,100 tokens, about 19 messages away: by then it pays for its cost.',
  );
  expect(outlook({ reason: 'HELD_AFTER_UNDO', numbers: { viewTokens: 7_950 } })).toBe(
    'Next compaction at 8,000 tokens, about 1 message away.',
  );
});

test('[DEV-4] where the growth is not known, no distance is told', () => {
  expect(outlook({ numbers: GROWING }, 1)).toBe(
    'Next compaction at 7,100 tokens: by then it pays for its cost.',
  );
  expect(outlook({ reason: 'UNDER_HIGH_WATERMARK' })).toBe('Next compaction at 7,200 tokens.');
});

test('[DEV-4] where the figures do not tell, nothing is told but the next call', () => {
  expect(outlook({ reason: 'GAIN_TOO_SMALL' })).toBe('The next call compacts nothing.');
  expect(outlook({ state: 'act', reason: 'TOOL_LIMIT' })).toBe('The next call compacts first.');
});

test('[DEV-4] [CMP-6] while the breaker is open, a compaction is told to ask no model', () => {
  const open: BreakerState = { status: 'open', failures: 3, openedAtMs: 0, retryAtMs: 300_000 };
  expect(nextCompactionWords(aWaitingPlan({ numbers: GROWING }), open)).toBe(
    'Next compaction at 7,100 tokens, about 19 messages away: by then it pays for its cost. No model is asked: the summariser has failed 3 times in a row.',
  );
  expect(nextCompactionWords(aWaitingPlan({ state: 'act' }), { ...open, failures: 1 })).toBe(
    'The next call compacts first. No model is asked: the summariser has failed once.',
  );
  expect(nextCompactionWords(aWaitingPlan({ reason: 'GAIN_TOO_SMALL' }), open)).toBe(
    'The next call compacts nothing.',
  );
});

test('[DEV-5] in the past the outlook is told as it was, and nothing is announced', () => {
  const then = (schedule: Partial<CompactionSchedule>) =>
    nextCompactionThenWords(aWaitingPlan(schedule));
  expect(then({ numbers: GROWING })).toBe(
    'At this call the next compaction was due at 7,100 tokens, about 19 messages away.',
  );
  expect(then({ state: 'act', reason: 'TOOL_LIMIT' })).toBe(
    'At this call the next one was to compact first.',
  );
  expect(then({ reason: 'GAIN_TOO_SMALL' })).toBe('At this call no compaction was in sight.');
});

test('[DEV-4] [BUD-3] a compaction that kept the context in its budget does not read as one over it', () => {
  expect(reasonWords('OVER_INPUT_BUDGET')).toBe('would not have fit');
});

test('[DEV-4] a reason has a short form', () => {
  expect(reasonWords('GROWTH_DUE')).toBe('growth due');
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
  ['at no place when the figures do not tell', 'GAIN_TOO_SMALL', { grownTokens: 40 }, undefined],
] as const)('[DEV-1] the next compaction is due %s', (_where, reason, numbers, due) => {
  expect(dueAtTokens({ state: 'wait', reason, numbers }, BUDGET)).toBe(due);
});

test('[DEV-1] what is due now is due at no place', () => {
  expect(dueAtTokens({ state: 'act', reason: 'GROWTH_DUE', numbers: NUMBERS }, BUDGET)).toBe(
    undefined,
  );
});
