import { expect, test } from 'vitest';
import { aDecision } from '../testing/plan-fixture.ts';
import { decisionFigures } from './decision-figures.ts';

test('[DEV-3] figures behind a rule are named with their unit', () => {
  const decision = aDecision('entry-1', {
    tokens: { raw: 900, sent: 120, source: 'counted' },
    numbers: { limitTokens: 1_000, supersededBySeq: 22, coveredMessages: 14, coveredTokens: 90 },
  });
  expect(decisionFigures(decision).map(({ name, value }) => ({ name, value }))).toEqual([
    { name: 'original', value: '900 tokens, counted' },
    { name: 'sent', value: '120 tokens, counted' },
    { name: 'limit', value: '1,000 tokens' },
    { name: 'superseded by', value: '#22' },
    { name: 'covered messages', value: '14 messages' },
    { name: 'covered tokens', value: '90 tokens' },
  ]);
});
