import { expect, test } from 'vitest';
import type { LoggedDecision } from '../source/logged-decision.ts';
import { aDecision } from '../testing/plan-fixture.ts';
import {
  ALL_DECISIONS,
  decisionSentence,
  decisionTitle,
  filterDecisions,
  wholeDecision,
} from './decision-log.ts';

const NONE = new Map();

const SHARED = {
  ...aDecision('range-3-5'),
  tier: 'archive',
  fate: 'evicted',
  rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
  tokens: { raw: 900, sent: 0, source: 'counted' },
  numbers: { mostTargetTokens: 4_000 },
} as const;

function left(seq: number, call: number): LoggedDecision {
  const key = `${call}:message:${seq}`;
  const entryId = `e-${seq}`;
  return {
    ...{ key, call, atMs: 0, kind: 'left', seq, entryId, decision: SHARED },
    ...{ tokens: 312, tokenSource: 'counted' },
  };
}

const REFUSED: LoggedDecision = {
  ...{ key: 'history:9', call: 5, atMs: 0, kind: 'refused' },
  ...{ totalTokens: 8_312, tokenSource: 'estimated', inputTokens: 8_000 },
};

const LOG = [left(3, 2), left(4, 2), REFUSED];

test('[DEV-3] a message that left is told by its place, its own tokens and the size that was aimed at', () => {
  expect(decisionTitle(left(24, 2))).toBe('#24 out of context');
  const sentence = decisionSentence(left(24, 2), NONE);
  expect(sentence).toContain('312 tokens');
  expect(sentence).toContain('4,000 tokens');
  expect(wholeDecision(left(24, 2))?.itemId).toBe('e-24');
});

test('[DEV-3] a record is named behind what was decided on it, since its id may be long', () => {
  const itemId = 'm-b04544c4449493f3e437822';
  const retrieved = { key: '4:live', call: 4, atMs: 0, kind: 'retrieved', itemId } as const;
  expect(decisionTitle(retrieved)).toBe(`Retrieved: ${itemId}`);
});

test('[DEV-3] a refusal says that nothing was sent, with the sum', () => {
  expect(decisionSentence(REFUSED, NONE)).toBe(
    'Nothing was sent: the context needed ≈8,312 tokens, and 8,000 are its limit.',
  );
});

test('[DEV-3] rows are the newest first, of the chosen kind, and a chosen kind without rows stays', () => {
  const all = filterDecisions(LOG, ALL_DECISIONS, NONE);
  expect(all.rows.map(({ key }) => key)).toEqual(['history:9', '2:message:4', '2:message:3']);
  expect(all.kinds.map(({ value }) => value)).toEqual(['left', 'refused']);
  const refused = filterDecisions(LOG, { ...ALL_DECISIONS, kind: 'refused' }, NONE);
  expect(refused.rows.map(({ key }) => key)).toEqual(['history:9']);
  expect(refused.kinds).toEqual(all.kinds);
  const errors = filterDecisions(LOG, { ...ALL_DECISIONS, kind: 'error' }, NONE);
  expect(errors.rows).toEqual([]);
  expect(errors.kinds).toContainEqual({ value: 'error', name: 'error' });
});

test.each([
  ['#3', ['2:message:3']],
  ['oldest first', []],
  ['OLDEST_FIRST', ['2:message:4', '2:message:3']],
  ['8,312', ['history:9']],
  ['#4 OUT OF', ['2:message:4']],
])('[DEV-3] %s finds by message, reason, rule and title', (phrase, keys) => {
  const { rows } = filterDecisions(LOG, { ...ALL_DECISIONS, phrase }, NONE);
  expect(rows.map(({ key }) => key)).toEqual(keys);
});
