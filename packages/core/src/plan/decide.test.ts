import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
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

test.each([
  ['the first user message', 0, 'ANCHOR_OVER_SHARE'],
  ['a tool result', 2, 'TOOL_RESULT_OVER_LIMIT'],
  ['a reply', 3, 'TEXT_OVER_LIMIT'],
  ['a later user message', 4, 'TEXT_OVER_LIMIT'],
])('[CMP-9] %s that was shortened says by which rule', (_, seq, rule) => {
  const decision = decisionUnder({
    kind: 'trimmed',
    seq,
    compactionId: 'k',
    limitTokens: 9,
    trims,
  });
  expect(decision).toMatchObject({ fate: 'trimmed', rule, numbers: { limitTokens: 9 } });
});

const evicted = { kind: 'evicted-results', seq: 2, compactionId: 'k' } as const;

test.each<[string, EntryOverlay, Partial<Decision>]>([
  [
    'superseded',
    { ...evicted, supersededBySeq: 5 },
    { rule: 'RESULT_SUPERSEDED', numbers: { supersededBySeq: 5 }, by: ['e-5'] },
  ],
  [
    'not the latest of its tool',
    { ...evicted, supersededBySeq: 5, reason: 'latest-only' },
    { rule: 'RESULT_NOT_LATEST', numbers: { supersededBySeq: 5 }, by: ['e-5'] },
  ],
  ['used up', { ...evicted, reason: 'ephemeral' }, { rule: 'RESULT_USED_UP', numbers: {} }],
])('[POL-8] a result that is %s says what displaced it', (_, overlay, expected) => {
  expect(decisionUnder(overlay)).toMatchObject({ fate: 'evicted', ...expected });
});
