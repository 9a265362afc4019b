import { describeDecision } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { aDecision } from '../testing/plan-fixture.ts';
import { decisionWords } from './decision-words.ts';

test('[DEV-3] a known rule is told in the words of core', () => {
  const decision = aDecision('entry-1', { rule: 'RESULT_USED_UP' });
  expect(decisionWords(decision)).toEqual(describeDecision(decision));
});

test('[DEV-3] a rule that nobody knows is named in a sentence', () => {
  const { sentence } = decisionWords(aDecision('entry-1', { rule: newerKind('QUOTA_HELD') }));
  expect(sentence).toMatch(/^[A-Z].*QUOTA_HELD.*\.$/);
});
