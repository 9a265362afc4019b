import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import type { Message } from '../message/message.ts';
import { unitsOf, viewOf } from '../plan/view.ts';
import { tokenBudget } from '../policies/eviction-policy.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { type CompactionDraft, type CompactionInput, draftCompaction } from './draft-compaction.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { noOverlays } from './overlay.ts';

const text = (tokens: number) => 'x'.repeat(tokens * 4);
const user = (tokens: number) => aTextMessage('user', text(tokens));
const reply = (tokens: number) => aTextMessage('assistant', text(tokens));

/** A call of its own arguments with its result, of about so many tokens. */
function aStep(name: string, tokens: number): readonly Message[] {
  return [
    aToolCall({ callId: name, arguments: `{"path":"${name}"}` }),
    aToolResult({ callId: name, text: text(tokens) }),
  ];
}

function draftOf(
  messages: readonly Message[],
  input: Partial<CompactionInput> = {},
): CompactionDraft {
  return draftCompaction({
    compactionId: 'k',
    transcript: aTranscript(messages),
    overlays: noOverlays(),
    budget: fixedBudget(1_000),
    fixedTokens: 0,
    policy: tokenBudget(),
    limits: DEFAULT_LIMITS,
    measurer: simpleMeasurer,
    ...input,
  });
}

function tokensAfter({ input, overlays }: CompactionDraft): number {
  return input.fixedTokens + viewOf(input.transcript, overlays, input.measurer).tokens;
}

test('[CMP-2] a view under the low watermark is left alone', () => {
  const draft = draftOf([user(10), ...aStep('a', 100), reply(20)]);
  expect(draft.stages).toEqual([]);
  expect(draft.overlays.ranges).toEqual([]);
  expect(draft.summaryRequest).toBeUndefined();
});

test('[CMP-1] [CMP-2] trimming oversized results comes first, and where it is enough nothing leaves', () => {
  const draft = draftOf([user(10), ...aStep('a', 900), ...aStep('b', 20), reply(200)]);
  expect(draft.stages.map((stage) => stage.stage)).toEqual(['trim']);
  expect([...draft.overlays.entries.keys()]).toEqual([2]);
  expect(draft.left).toEqual([]);
  expect(tokensAfter(draft)).toBeLessThanOrEqual(500);
});

test('[CMP-1] a trimmed result keeps to its share of the budget', () => {
  const draft = draftOf([user(10), ...aStep('a', 2_000), ...aStep('b', 20), reply(200)]);
  const limitTokens = Math.floor(1_000 * DEFAULT_LIMITS.resultShare);
  expect(draft.overlays.entries.get(2)).toMatchObject({ kind: 'trimmed', limitTokens });
});

test('[CMP-1] [CMP-2] superseded results are evicted before anything leaves whole', () => {
  const same = { arguments: '{"path":"a"}' };
  const step = (callId: string, tokens: number) => [
    aToolCall({ callId, ...same }),
    aToolResult({ callId, text: text(tokens) }),
  ];
  const limits = { ...DEFAULT_LIMITS, resultShare: 1 };
  const messages = [user(10), ...step('a', 400), ...step('b', 300), reply(250)];
  const draft = draftOf(messages, { limits, budget: fixedBudget(900, { high: 1, low: 0.75 }) });
  expect(draft.stages.map((stage) => stage.stage)).toEqual(['evict']);
  expect(draft.overlays.entries.get(2)).toEqual({
    kind: 'evicted-results',
    seq: 2,
    compactionId: 'k',
    supersededBySeq: 4,
  });
});

test('[CMP-1] what is still too much leaves whole, oldest first, and a summary is asked for', () => {
  const messages = [user(50), ...Array.from({ length: 20 }, () => reply(60)), user(20)];
  const draft = draftOf(messages);
  expect(draft.stages.map((stage) => stage.stage)).toEqual(['condense']);
  expect(draft.left).toHaveLength(1);
  expect(draft.left[0]?.fromSeq).toBe(1);
  expect(draft.summaryRequest?.sources.map((source) => source.seq)).toEqual(
    Array.from({ length: (draft.left[0]?.toSeq ?? 0) - 1 }, (_, index) => index + 1),
  );
  expect(tokensAfter(draft) + draft.room.derivedTokens).toBeLessThanOrEqual(1_000);
});

test('[TIER-6] system, anchor, current user message and newest unit stay', () => {
  const messages = [
    aTextMessage('system', text(30)),
    user(50),
    ...Array.from({ length: 10 }, () => reply(90)),
    aTextMessage('system', text(30)),
    user(40),
    ...Array.from({ length: 10 }, () => reply(90)),
    ...aStep('last', 60),
  ];
  const draft = draftOf(messages);
  const { transcript } = draft.input;
  const left = new Set(
    unitsOf(viewOf(transcript, draft.overlays, simpleMeasurer)).map((u) => u.start),
  );
  expect([0, 1, 12, 13, 24].filter((seq) => !left.has(seq))).toEqual([]);
});

test('[CMP-3] a unit that is partly protected stays whole', () => {
  const messages = [user(50), ...Array.from({ length: 20 }, () => reply(60)), ...aStep('last', 60)];
  const units = unitsOf(viewOf(aTranscript(messages), draftOf(messages).overlays, simpleMeasurer));
  expect(units.at(-1)?.members.map((member) => member.kind)).toEqual(['entry', 'entry']);
});

test('[TIER-2] an anchor over its share becomes an excerpt that says so', () => {
  const draft = draftOf([user(3_000), reply(10)]);
  expect(draft.overlays.entries.get(0)).toMatchObject({ kind: 'trimmed', limitTokens: 250 });
  const [anchor] = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer));
  expect(anchor?.tokens).toBeLessThanOrEqual(254);
  expect(anchor?.tokens).toBeGreaterThan(150);
});

test('[TIER-2] an anchor of many texts that together are over its share becomes an excerpt', () => {
  const part = { type: 'text', text: text(200) } as const;
  const draft = draftOf([{ role: 'user', parts: Array.from({ length: 6 }, () => part) }, reply(9)]);
  const [anchor] = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer));
  expect(anchor?.tokens).toBeLessThanOrEqual(254);
});

test('[TIER-2] an anchor within its share is never shortened', () => {
  const messages = [user(240), ...Array.from({ length: 20 }, () => reply(80))];
  expect(draftOf(messages).overlays.entries.has(0)).toBe(false);
});

test('[CMP-4] results of the newest unit that crowd out the rest are trimmed, not dropped', () => {
  const draft = draftOf([user(50), ...aStep('big', 5_000)]);
  expect(draft.overlays.entries.get(2)?.kind).toBe('trimmed');
  expect(tokensAfter(draft)).toBeLessThanOrEqual(1_000);
});

test('[CMP-9] what was cut or left is handed on once, in order, so that its values can be kept', () => {
  const messages = [user(3_000), ...Array.from({ length: 20 }, () => reply(60)), user(20)];
  const { sources } = draftOf(messages);
  const seqs = sources.map((source) => source.seq);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  expect(new Set(seqs).size).toBe(seqs.length);
  expect(seqs[0]).toBe(0);
});

test('[CMP-5] pictures and documents reach the summariser as markers only', () => {
  const picture: Message = {
    role: 'user',
    parts: [
      { type: 'text', text: 'Look:' },
      { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
      { type: 'document', fileId: 'file-1' },
    ],
  };
  const messages = [user(50), picture, ...Array.from({ length: 20 }, () => reply(60)), user(5)];
  const [source] = draftOf(messages).summaryRequest?.sources ?? [];
  expect(source?.text).toBe('Look:\n[image]\n[document]');
});

test('[POL-7] where a policy frees too little, the oldest leave until the budget is met', () => {
  const messages = [user(50), ...Array.from({ length: 40 }, () => reply(60)), user(20)];
  const draft = draftOf(messages, { policy: () => [] });
  expect(tokensAfter(draft) + draft.room.derivedTokens).toBeLessThanOrEqual(1_000);
});

test('[CMP-7] drafting changes nothing: the same input gives the same draft', () => {
  const messages = [user(50), ...aStep('a', 900), ...Array.from({ length: 20 }, () => reply(60))];
  const draft = draftOf(messages);
  const before = structuredClone(draft.input.overlays);
  const { summaryRequest: one, ...rest } = draftCompaction(draft.input);
  const { summaryRequest: other, ...again } = draft;
  expect(rest).toEqual(again);
  expect(one?.sources).toEqual(other?.sources);
  expect(draft.input.overlays).toEqual(before);
});
