import { expect, test } from 'vitest';
import { type CompactionFacts, planFacts } from '../source/devtools-source.ts';
import { aCompaction, aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import { undoOffer } from './compaction-summary.ts';

const RECORD = aCompaction({ epoch: 2, tokensBefore: 7_000, tokensAfter: 2_000 });
const PLAN_AT_MS = RECORD.startedAtMs + 1;

/** A plan whose one message takes so many of its 8,000 tokens. */
function stateWith(totalTokens: number, compactions: readonly CompactionFacts[] = [RECORD]) {
  const item = anItem(anEntry(0, aMessage('user', 'x'), totalTokens), 'working');
  const plan = planFacts(aPlan([item], { epoch: 2 }));
  return { plan, planAtMs: PLAN_AT_MS, compactions };
}

test('[CMP-12] a compaction under the settings that stand can be taken back', () => {
  expect(undoOffer(RECORD, stateWith(2_100))).toEqual({ kind: 'offered' });
  expect(undoOffer(RECORD, { ...stateWith(2_100), plan: undefined })).toEqual({ kind: 'offered' });
});

test('[CMP-12] what cannot be taken back says why', () => {
  const undo = aCompaction({ id: 'compaction-2', trigger: 'undo', undoes: RECORD.id, epoch: 2 });
  const state = stateWith(2_100, [RECORD, undo]);
  expect(undoOffer(RECORD, state)).toEqual({ kind: 'refused', reason: 'Undone already.' });
  expect(undoOffer(undo, state)).toMatchObject({
    reason: expect.stringContaining('took a compaction back'),
  });
  expect(undoOffer({ ...RECORD, epoch: 3 }, stateWith(2_100))).toMatchObject({
    reason: expect.stringContaining('other settings'),
  });
});

test('[CMP-12] an undo that the next call would compact again says what it needs', () => {
  expect(undoOffer(RECORD, stateWith(5_123))).toEqual({
    kind: 'would-not-hold',
    question:
      'Needs about 10,123 of 8,000 tokens and would be compacted again at once. The app decides the ' +
      'budget: with 10,200 input tokens, set by configure({ budget }), all of it comes back and stays.',
  });
  expect(undoOffer(RECORD, stateWith(3_000))).toEqual({ kind: 'offered' });
});

test('[CMP-12] of a compaction that the plan does not know, its own figures tell', () => {
  const big = { ...RECORD, tokensBefore: 9_000 };
  const state = { ...stateWith(5_123), planAtMs: RECORD.startedAtMs - 1 };
  expect(undoOffer(RECORD, state)).toEqual({ kind: 'offered' });
  expect(undoOffer(big, state)).toMatchObject({
    question: expect.stringMatching(/^Needs about 9,000 of 8,000 tokens/),
  });
});

test('[CMP-12] where the panel can raise the budget, it asks to raise and undo', () => {
  expect(undoOffer(RECORD, stateWith(5_123), true)).toEqual({
    kind: 'would-not-hold',
    question:
      'Needs about 10,123 of 8,000 tokens and would be compacted again at once. Raise the budget to 10,200 and undo?',
    raise: { inputTokens: 10_200 },
  });
});

test('[CMP-12] the budget to raise to has room for what other compactions took out too', () => {
  const older = aCompaction({ id: 'older', epoch: 2, tokensBefore: 6_000, tokensAfter: 4_000 });
  const gone = aCompaction({ id: 'gone', epoch: 1, tokensBefore: 6_000, tokensAfter: 1_000 });
  expect(undoOffer(RECORD, stateWith(5_123, [gone, older, RECORD]), true)).toMatchObject({
    raise: { inputTokens: 12_200 },
  });
});
