import type { Decision, RuleCode } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { describeDecision } from './describe-decision.ts';

/** Packages of this repository add rules that begin so, and bring their own sentences. */
type AddedRule = `${'RECORD' | 'CHUNK'}_${string}`;

const EVERY_RULE: Readonly<Record<Exclude<RuleCode, AddedRule>, readonly string[]>> = {
  SYSTEM_PROTECTED: [],
  TOOLS_COUNTED: ['1,200 tokens'],
  ANCHOR_PROTECTED: [],
  ANCHOR_OVER_SHARE: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  CURRENT_USER_PROTECTED: [],
  NEWEST_UNIT_PROTECTED: [],
  FITS: [],
  TOOL_RESULT_OVER_LIMIT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  TOOL_RESULT_OVER_HINT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  TOOL_RESULT_CROWDS_OUT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  CALL_ARGUMENTS_OVER_LIMIT: ['1,200 tokens of 3,400 tokens', '64 tokens'],
  RESULT_SUPERSEDED: ['#17'],
  RESULT_NOT_LATEST: ['#17'],
  RESULT_USED_UP: [],
  TIER_OVER_BUDGET_OLDEST_FIRST: ['3,400 tokens', '4,500 tokens'],
  OUTSIDE_WINDOW: ['3,400 tokens', 'mine(8)', 'the newest 8 messages', '12 or more'],
  BETWEEN_HEAD_AND_TAIL: ['mine(8)', 'the first 2 messages', 'the newest 8 messages', '12 or more'],
  COVERED_BY_NOTES: ['3,400 tokens'],
  POLICY_CHOSE: ['the policy mine(8) chose it'],
  REASON_NOT_RECORDED: ['3,400 tokens', 'kept no reason'],
  OTHER_BRANCH: ['3,400 tokens'],
  CONTEXT_REFUSED: ['1,200 tokens'],
  MISSING_RESULT_FILLED: [],
  STRAY_RESULT_AS_TEXT: [],
  STANDS_FOR_RANGES: ['23 earlier messages', '5,600 tokens', '1,200 tokens'],
  LIVE_STATE: [],
  LIVE_NO_ROOM: ['1,200 tokens of 3,400 tokens', '77 tokens'],
  LIVE_OVER_SHARE: ['1,200 tokens of 3,400 tokens', '99 tokens'],
  LIVE_SECTION_FAILED: [],
  ARCHIVE_SECTION: [],
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
      mostTargetTokens: 4_500,
      coveredMessages: 23,
      coveredTokens: 5_600,
      roomTokens: 77,
      shareTokens: 99,
      windowMessages: 8,
      headMessages: 2,
      leastNewerMessages: 12,
    },
    decidedBy: 'mine(8)',
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

test('[HIS-4] the settings that keep it are told as what keeps it, all of them together', () => {
  const inputBudget = { option: 'inputBudget', atLeast: 20_480 } as const;
  const rule = 'OUTSIDE_WINDOW';
  const told = (remedies: Decision['remedies']) =>
    describeDecision(aDecision({ rule, ...(remedies && { remedies }) })).remedy;
  expect(told([inputBudget])).toBe('An input budget of 20,480 tokens keeps it whole.');
  expect(
    told([
      { option: 'policy.messages', of: 'mine(8)', atLeast: 44 },
      { option: 'toolHints.maxTokens', of: 'search', atLeast: 900 },
      inputBudget,
    ]),
  ).toBe(
    'A window of 44 messages or more in the policy mine(8), a `maxTokens` of 900 or more in the hint for search and an input budget of 20,480 tokens together keep it whole.',
  );
});

test.each(Object.keys(EVERY_RULE))('[HIS-4] %s names no remedy of which it has no data', (rule) => {
  const told = describeDecision(aDecision({ rule: rule as RuleCode })).remedy;
  const known = {
    OTHER_BRANCH: /^Moving the head/,
    LIVE_SECTION_FAILED: /^A section that renders/,
  }[rule];
  if (known) expect(told).toMatch(known);
  else expect(told).toBeUndefined();
});

test('[HIS-4] what a policy of the caller’s says of its own choice is told in its words', () => {
  const rule = 'POLICY_CHOSE';
  const sentence = 'Older than a week.';
  const remedy = 'A longer memory.';
  expect(describeDecision(aDecision({ rule, sentence }))).toEqual({ sentence });
  expect(describeDecision(aDecision({ rule, sentence, remedy }))).toEqual({ sentence, remedy });
});

test('[BUD-5] a text in its place is only spoken of where one stands for what left', () => {
  const rule = 'TIER_OVER_BUDGET_OLDEST_FIRST';
  const summarised = describeDecision(aDecision({ rule, fate: 'summarised' }));
  const evicted = describeDecision(aDecision({ rule, fate: 'evicted' }));
  expect(summarised.sentence).toContain(
    'A text stands for it, with as many of its exact values as have room.',
  );
  expect(evicted.sentence).not.toContain('stands for it');
});

test('[HIS-4] what left oldest first is told so, and claims no remedy of itself', () => {
  expect(describeDecision(aDecision({ rule: 'TIER_OVER_BUDGET_OLDEST_FIRST' }))).toEqual({
    sentence:
      'Not sent (3,400 tokens): it was among the oldest when the context was to be compacted to 4,500 tokens or less. The transcript keeps the original.',
  });
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

test('[BUD-5] without words of its own it is told by its name', () => {
  const numbers = { score: 0.83456, rank: 2 };
  expect(describeDecision(aDecision({ rule: FOREIGN, numbers }))).toEqual({
    sentence: 'Shortened to 1,200 tokens of 3,400 tokens by the rule RETRIEVED_BY_LIKENESS.',
  });
  const tokens = { raw: 40, sent: 40, source: 'counted' } as const;
  const bare = aDecision({ rule: FOREIGN, fate: 'pinned', tokens, numbers: {} });
  expect(describeDecision(bare).sentence).toBe(
    'Sent whole (40 tokens) by the rule RETRIEVED_BY_LIKENESS.',
  );
});

test('[BUD-5] a rule of our own keeps its words, whatever a decision brings', () => {
  const { sentence } = describeDecision(aDecision({ sentence: 'Something else.' }));
  expect(sentence).toBe('Sent whole: there is room for it.');
});

test('[BUD-5] the same decision gives the same words', () => {
  expect(describeDecision(aDecision())).toEqual(describeDecision(aDecision()));
});
