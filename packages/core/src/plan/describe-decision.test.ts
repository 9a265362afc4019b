import { expect, test } from 'vitest';
import type { Decision, RuleCode } from './decision.ts';
import { describeDecision } from './describe-decision.ts';

const EVERY_RULE: Readonly<Record<RuleCode, readonly string[]>> = {
  SYSTEM_PROTECTED: [],
  TOOLS_COUNTED: ['1,200 tokens'],
  ANCHOR_PROTECTED: [],
  ANCHOR_OVER_SHARE: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  CURRENT_USER_PROTECTED: [],
  NEWEST_UNIT_PROTECTED: [],
  FITS: [],
  TOOL_RESULT_OVER_LIMIT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  TEXT_OVER_LIMIT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  CALL_ARGUMENTS_OVER_LIMIT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  RESULT_SUPERSEDED: ['#17'],
  RESULT_NOT_LATEST: ['#17'],
  RESULT_USED_UP: [],
  TIER_OVER_BUDGET_OLDEST_FIRST: ['3,400 tokens', '10,000 tokens'],
  OTHER_BRANCH: ['3,400 tokens'],
  MISSING_RESULT_FILLED: [],
  STRAY_RESULT_AS_TEXT: [],
  STANDS_FOR_RANGES: ['23 earlier messages', '5,600 tokens', '1,200 tokens'],
  LIVE_STATE: ['340 tokens'],
  LIVE_STATE_OF_RUN: [],
  LIVE_NO_ROOM: ['1,200 tokens of 3,400 tokens', '77 tokens'],
};

function aDecision(decision: Partial<Decision> = {}): Decision {
  return {
    itemId: 'e-1',
    tier: 'archive',
    fate: 'sent',
    rule: 'FITS',
    tokens: { raw: 3_400, sent: 1_200, source: 'counted' },
    numbers: {
      limitTokens: 64,
      supersededBySeq: 17,
      highTokens: 9_000,
      inputTokens: 10_000,
      lowTokens: 4_500,
      coveredMessages: 23,
      coveredTokens: 5_600,
      roomTokens: 77,
      rewrittenTokens: 340,
    },
    ...decision,
  };
}

test.each(Object.entries(EVERY_RULE))(
  '[BUD-5] %s is a sentence with its figures',
  (rule, figures) => {
    const { sentence } = describeDecision(aDecision({ rule: rule as RuleCode }));
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/undefined|NaN/);
    for (const figure of figures) expect(sentence).toContain(figure);
  },
);

test.each<RuleCode>([
  'ANCHOR_OVER_SHARE',
  'TOOL_RESULT_OVER_LIMIT',
  'CALL_ARGUMENTS_OVER_LIMIT',
  'TEXT_OVER_LIMIT',
  'RESULT_SUPERSEDED',
  'RESULT_NOT_LATEST',
  'RESULT_USED_UP',
  'TIER_OVER_BUDGET_OLDEST_FIRST',
  'LIVE_NO_ROOM',
])('[CMP-9] what %s took away comes with a remedy', (rule) => {
  expect(describeDecision(aDecision({ rule })).remedy).toMatch(/^[A-Z].*\.$/);
});

test('[BUD-5] a summary is only spoken of where one stands for what left', () => {
  const rule = 'TIER_OVER_BUDGET_OLDEST_FIRST';
  const summarised = describeDecision(aDecision({ rule, fate: 'summarised' }));
  const evicted = describeDecision(aDecision({ rule, fate: 'evicted' }));
  expect(summarised.sentence).toContain('A summary and its exact values stand for it.');
  expect(evicted.sentence).not.toContain('summary');
});

test('[BUD-5] what left is told without claiming an order or a trigger: a policy or the caller may have chosen', () => {
  const { sentence } = describeDecision(aDecision({ rule: 'TIER_OVER_BUDGET_OLDEST_FIRST' }));
  expect(sentence).toBe(
    'Not sent (3,400 tokens): it left when the context was compacted to make room under its budget of 10,000 tokens.',
  );
});

test('[TIER-4] live state of a plan that knows no cost claims none', () => {
  const { sentence } = describeDecision(aDecision({ rule: 'LIVE_STATE', numbers: {} }));
  expect(sentence).toBe('Rendered anew for this call.');
});

test('[BUD-5] the same decision gives the same words', () => {
  expect(describeDecision(aDecision())).toEqual(describeDecision(aDecision()));
});
