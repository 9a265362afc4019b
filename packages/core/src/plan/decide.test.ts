import { expect, test } from 'vitest';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { type EntryOverlay, noOverlays } from '../view/overlay.ts';
import type { Decision } from './decision.ts';
import { makePlan } from './make-plan.ts';

const transcript = aTranscript([
  aTextMessage('user', 'Find trains to Lyon.'),
  aToolCall(),
  aToolResult(),
  aTextMessage('assistant', 'There are three of them.'),
  aTextMessage('user', 'Book the first one, please.'),
  aTextMessage('assistant', 'Done.'),
]);

/** The decision about one entry under one overlay. */
function decisionUnder(overlay: EntryOverlay): Decision | undefined {
  const plan = makePlan({
    sessionId: 's',
    transcript,
    overlays: { ...noOverlays(), entries: new Map([[overlay.seq, overlay]]) },
    budget: fixedBudget(1_000),
    fixed: {},
    sections: [],
    degraded: [],
    measurer: simpleMeasurer,
  });
  return plan.items.find((item) => item.seq === overlay.seq)?.decision;
}

const trims = [{ partIndex: 0, headCharacters: 4, tailCharacters: 0 }];

test('[CMP-9] what was shortened says by which rule, as the overlay does', () => {
  const overlay = { kind: 'trimmed', seq: 0, compactionId: 'k', limitTokens: 9, trims } as const;
  const fate = 'trimmed';
  const numbers = { limitTokens: 9 };
  const why = { rule: 'ANCHOR_OVER_SHARE' };
  expect(decisionUnder({ ...overlay, why })).toMatchObject({ fate, numbers, ...why });
  const rule = 'REASON_NOT_RECORDED';
  expect(decisionUnder(overlay)).toMatchObject({ fate, numbers, rule });
});

const evicted = { kind: 'evicted-results', seq: 2, compactionId: 'k' } as const;

test.each<[string, EntryOverlay, Partial<Decision>]>([
  [
    'superseded',
    { ...evicted, supersededBySeq: 5, why: { rule: 'RESULT_SUPERSEDED' } },
    { rule: 'RESULT_SUPERSEDED', numbers: { supersededBySeq: 5 }, by: ['e-5'] },
  ],
  [
    'not the latest of its tool',
    { ...evicted, supersededBySeq: 5, why: { rule: 'RESULT_NOT_LATEST' } },
    { rule: 'RESULT_NOT_LATEST', numbers: { supersededBySeq: 5 }, by: ['e-5'] },
  ],
  [
    'used up',
    { ...evicted, why: { rule: 'RESULT_USED_UP' } },
    { rule: 'RESULT_USED_UP', numbers: {} },
  ],
])('[POL-8] a result that is %s says what displaced it', (_, overlay, expected) => {
  expect(decisionUnder(overlay)).toMatchObject({ fate: 'evicted', ...expected });
});
