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
  LIVE_OVER_SHARE: ['1,200 tokens of 3,400 tokens', '99 tokens'],
  LIVE_SECTION_FAILED: [],
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
      shareTokens: 99,
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
  'LIVE_OVER_SHARE',
  'LIVE_SECTION_FAILED',
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

test.each(['LIVE_NO_ROOM', 'LIVE_OVER_SHARE'] as const)(
  '[TIER-4] of a section that is withheld %s claims no rest',
  (rule) => {
    const tokens = { raw: 3_400, sent: 0, source: 'counted' } as const;
    const { sentence } = describeDecision(aDecision({ rule, tokens }));
    expect(sentence).toMatch(/^Not sent \(3,400 tokens\): /);
  },
);

/** As a decision of a package that core knows nothing of. */
const FOREIGN = 'RETRIEVED_BY_LIKENESS' as RuleCode;

test('[BUD-5] a rule of another package is told in the words that it brings', () => {
  const sentence = 'Recalled: 3 of 9 records are about this.';
  const remedy = 'Fewer records.';
  const told = describeDecision(aDecision({ rule: FOREIGN, sentence, remedy }));
  expect(told).toEqual({ sentence, remedy });
});

test('[BUD-5] without words of its own it is told by its name and its figures', () => {
  const numbers = { score: 0.83456, rank: 2 };
  expect(describeDecision(aDecision({ rule: FOREIGN, numbers }))).toEqual({
    sentence:
      'Sent whole (1,200 tokens of 3,400 tokens) by the rule RETRIEVED_BY_LIKENESS, with score 0.835, rank 2.',
  });
  const tokens = { raw: 40, sent: 40, source: 'counted' } as const;
  const bare = aDecision({ rule: FOREIGN, fate: 'pinned', tokens, numbers: {} });
  expect(describeDecision(bare).sentence).toBe(
    'Sent, because it is pinned (40 tokens) by the rule RETRIEVED_BY_LIKENESS.',
  );
});

test('[BUD-5] a rule of our own keeps its words, whatever a decision brings', () => {
  const { sentence } = describeDecision(aDecision({ sentence: 'Something else.' }));
  expect(sentence).toBe('Sent whole: there is room for it.');
});

test('[BUD-5] the same decision gives the same words', () => {
  expect(describeDecision(aDecision())).toEqual(describeDecision(aDecision()));
});
