import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { planContext } from '../plan/plan-context.ts';
import { aCompactionRecord, aTextMessage } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { needsCompaction } from './needs-compaction.ts';
import { noOverlays } from './overlay.ts';

/** A plan of one message of this many tokens, under a budget of 1,000, with a pad of about `padTokens`. */
function aPlan({
  tokens,
  padTokens = 0,
  high = 1,
}: {
  tokens: number;
  padTokens?: number;
  high?: number;
}) {
  const framing = 4;
  return planContext({
    sessionId: 'trip',
    transcript: aTranscript([aTextMessage('user', 'x'.repeat((tokens - framing) * 4))]),
    overlays: noOverlays(),
    budget: fixedBudget(1_000, { high, low: 0.2 }),
    fixed: {},
    scratchpad: padTokens > 0 ? { objective: 'y'.repeat(padTokens * 4) } : {},
    degraded: [],
    measurer: simpleMeasurer,
  });
}

test('[BUD-2] a context at the high watermark is sent as it is, one token above it is compacted', () => {
  expect(needsCompaction(aPlan({ tokens: 800, high: 0.8 }), undefined)).toBe(false);
  expect(needsCompaction(aPlan({ tokens: 801, high: 0.8 }), undefined)).toBe(true);
});

test('[BUD-3] messages that can leave give way before the scratchpad does', () => {
  expect(needsCompaction(aPlan({ tokens: 960, padTokens: 20 }), undefined)).toBe(false);
  expect(needsCompaction(aPlan({ tokens: 960, padTokens: 60 }), undefined)).toBe(true);
});

test('[BUD-3] a scratchpad larger than its share asks for no more than its share', () => {
  expect(needsCompaction(aPlan({ tokens: 890, padTokens: 500 }), undefined)).toBe(false);
});

test('[CMP-6] the scratchpad asks for no compaction that, by the last one, would not make the room', () => {
  const plan = aPlan({ tokens: 960, padTokens: 60 });
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 0, tokensAfter: 950 }))).toBe(false);
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 0, tokensAfter: 600 }))).toBe(true);
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 1, tokensAfter: 950 }))).toBe(true);
});

test('[CMP-6] between watermark and budget a compaction waits until the view has grown since the last', () => {
  const plan = aPlan({ tokens: 900, high: 0.8 });
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 0, tokensAfter: 850 }))).toBe(false);
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 0, tokensAfter: 700 }))).toBe(true);
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 1, tokensAfter: 850 }))).toBe(true);
});

test('[BUD-3] over the input budget nothing waits', () => {
  const plan = aPlan({ tokens: 1_010, high: 0.8 });
  expect(needsCompaction(plan, aCompactionRecord({ epoch: 0, tokensAfter: 1_000 }))).toBe(true);
});
