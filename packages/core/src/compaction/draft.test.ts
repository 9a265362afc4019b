import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aCompactionInput, aStageOf } from '../testing/compaction-input.ts';
import { draftCompaction } from '../testing/to-the-end.ts';
import { aTranscript, simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { unitsOf, viewOf } from '../view/view.ts';
import { condense, defaultStages } from './default-stages.ts';
import type { CompactionDraft } from './draft.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { EvictionPolicy } from './policies/eviction-policy.ts';
import { slidingWindow } from './policies/windows.ts';
import type { CompactionInput, CompactionStage } from './stage.ts';

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
  return draftCompaction(aCompactionInput(messages, input));
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
    why: { rule: 'RESULT_SUPERSEDED', keeps: {} },
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
    aTextMessage('system', text(31)),
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
  const draft = draftOf([user(3_000), reply(10), user(9)]);
  expect(draft.overlays.entries.get(0)).toMatchObject({ kind: 'trimmed', limitTokens: 250 });
  const [anchor] = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer));
  expect(anchor?.tokens).toBeLessThanOrEqual(254);
  expect(anchor?.tokens).toBeGreaterThan(150);
});

test('[TIER-2] an anchor of many texts that together are over its share becomes an excerpt', () => {
  const part = { type: 'text', text: text(200) } as const;
  const long = { role: 'user', parts: Array.from({ length: 6 }, () => part) } as const;
  const draft = draftOf([long, reply(9), user(9)]);
  const [anchor] = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer));
  expect(anchor?.tokens).toBeLessThanOrEqual(254);
});

test('[CMP-15] an anchor that is being answered stays whole over its share', () => {
  const draft = draftOf([user(600), ...aStep('a', 300), ...aStep('b', 300)]);
  expect(draft.overlays.entries.has(0)).toBe(false);
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

test('[CMP-4] the newest unit leaves the next steps room to grow', () => {
  const draft = draftOf([user(50), reply(500), ...aStep('big', 800)]);
  const newest = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer)).at(-1);
  const most = DEFAULT_LIMITS.newestPartOfTail * draft.room.tailTokens;
  expect(newest?.tokens).toBeLessThanOrEqual(most);
  expect(newest?.tokens).toBeGreaterThan(most / 2);
});

test('[CMP-1] an old unit that makes the tail far too long is cut to what is wanted of it', () => {
  const messages = [user(50), reply(400), ...aStep('old', 400), reply(40), ...aStep('new', 50)];
  const draft = draftOf(messages);
  expect(draft.overlays.entries.get(3)?.kind).toBe('trimmed');
  const units = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer));
  const tail = units.filter((unit) => unit.start > 0).reduce((sum, unit) => sum + unit.tokens, 0);
  expect(tail).toBeGreaterThanOrEqual(draft.room.wantedTailTokens);
  expect(tail).toBeLessThanOrEqual(draft.room.wantedTailTokens * 1.2);
});

test('[CMP-11] what an earlier compaction cut out and handed on is named when the rest leaves', () => {
  const messages = [user(10), ...aStep('a', 900), ...aStep('b', 20), reply(200)];
  const first = draftOf(messages);
  const more = Array.from({ length: 12 }, () => reply(80));
  const later = { compactionId: 'l', overlays: first.overlays };
  const source = draftOf([...messages, ...more], later).sources.find(({ seq }) => seq === 2);
  expect(source?.text).toHaveLength(3_600);
  expect(source?.indexed?.text).toBe(first.sources[0]?.text);
  expect(first.sources[0]?.text.length).toBeGreaterThan(3_000);
});

test('[CMP-9] what was cut or left is handed on once, in order, so that its values can be kept', () => {
  const messages = [user(3_000), ...Array.from({ length: 20 }, () => reply(60)), user(20)];
  const { sources } = draftOf(messages);
  const seqs = sources.map((source) => source.seq);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  expect(new Set(seqs).size).toBe(seqs.length);
  expect(seqs[0]).toBe(0);
});

test('[CMP-11] what was cut out of a result is handed on with the name of its tool', () => {
  const { sources } = draftOf([user(50), ...aStep('a', 900), user(5), reply(5)]);
  expect(sources).toMatchObject([{ seq: 2, role: 'tool', toolName: 'search' }]);
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
  const draft = draftOf(messages, { policy: { name: 'nothing', choose: () => [] } });
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

/** Anchor, three steps with words between. */
const talk = [user(100), ...aStep('a', 300), reply(300), ...aStep('b', 300), ...aStep('c', 300)];

test('[CMP-1] stages run in the order of their list, each measured, until the low watermark', () => {
  const order: string[] = [];
  const cut = (name: string, seq: number) => {
    const stage = aStageOf({ trim: [{ seq, maxTokens: 100 }] }, { name });
    const decide: CompactionStage['decide'] = (input) => {
      order.push(name);
      return stage.decide(input);
    };
    return { ...stage, decide };
  };
  const stages = [cut('second step', 5), cut('first step', 2), cut('never', 7)];
  const budget = fixedBudget(2_000, { high: 1, low: 0.5 });
  const draft = draftOf(talk, { stages, budget });
  expect(order).toEqual(['second step', 'first step']);
  expect(draft.stages.map(({ stage, entries }) => [stage, entries])).toEqual([
    ['second step', 1],
    ['first step', 1],
  ]);
  expect(draft.stages[1]?.tokensBefore).toBe(draft.stages[0]?.tokensAfter);
});

test('[CMP-1] a stage that throws is passed over, says why, and the others go on', () => {
  const broken: CompactionStage = {
    name: 'broken',
    decide: () => {
      throw new Error('out of ideas');
    },
  };
  const draft = draftOf(talk, { stages: [broken, ...defaultStages] });
  const whole = draftOf(talk);
  expect(draft.stages[0]).toEqual({
    stage: 'broken',
    tokensBefore: draft.tokensBefore,
    tokensAfter: draft.tokensBefore,
    entries: 0,
    failure: 'out of ideas',
  });
  expect(draft.stages.slice(1)).toEqual(whole.stages);
  expect(draft.overlays).toEqual(whole.overlays);
});

test('[CMP-14] what has to leave after a stage failed is no work of that stage', () => {
  const policy: EvictionPolicy = {
    name: 'broken',
    choose: () => {
      throw new Error('out of ideas');
    },
  };
  const messages = [user(50), ...Array.from({ length: 40 }, () => reply(60)), user(20)];
  const { stages, left } = draftOf(messages, { policy });
  expect(left).not.toEqual([]);
  expect(stages.map(({ stage, failure }) => [stage, failure])).toEqual([
    ['condense', 'out of ideas'],
    ['condense', undefined],
  ]);
  expect(stages[0]?.entries).toBe(0);
  expect(stages[1]?.entries).toBeGreaterThan(0);
});

test('[CMP-1] without a stage nothing leaves before the budget says so, and then as much as has to', () => {
  const messages = [user(50), ...Array.from({ length: 14 }, () => reply(60)), user(20)];
  expect(draftOf(messages, { stages: [] }).left).toEqual([]);
  const more = draftOf([...messages, ...Array.from({ length: 10 }, () => reply(60))], {
    stages: [],
  });
  expect(more.stages.map(({ stage }) => stage)).toEqual(['condense']);
  expect(tokensAfter(more) + more.room.derivedTokens).toBeLessThanOrEqual(1_000);
});

test('[POL-8] a result over the limit of its tool is held to it wherever it stands, others are not', () => {
  const messages = [
    user(20),
    ...aStep('a', 150),
    aToolCall({ callId: 'b', toolName: 'list', arguments: '{}' }),
    aToolResult({ callId: 'b', text: text(150) }),
  ];
  const toolHints = { list: { maxTokens: 100 } };
  const { overlays, stages } = draftOf(messages, { toolHints, stages: [] });
  expect([...overlays.entries.values()]).toMatchObject([{ seq: 4, limitTokens: 100 }]);
  expect(stages).toMatchObject([{ stage: 'trim', entries: 1 }]);
  expect(draftOf(messages, { toolHints: { list: { maxTokens: 151 } } }).stages).toEqual([]);
});

test('[POL-8] a result that was held to its limit is left alone from then on [CMP-8]', () => {
  const messages = [user(20), ...aStep('a', 300), reply(20)];
  const toolHints = { search: { maxTokens: 100 } };
  const { overlays } = draftOf(messages, { toolHints });
  expect(overlays.entries.size).toBe(1);
  const again = draftOf(messages, { toolHints, overlays, compactionId: 'next' });
  expect(again.stages).toEqual([]);
  expect(again.overlays).toBe(overlays);
});

test('[POL-8] what was pinned stays, whatever has to leave', () => {
  const messages = [user(50), ...aStep('a', 200), ...Array.from({ length: 20 }, () => reply(60))];
  expect(draftOf(messages).left[0]?.fromSeq).toBe(1);
  const { left, overlays } = draftOf(messages, { toolHints: { search: { pinned: true } } });
  expect(left[0]?.fromSeq).toBe(3);
  expect(overlays.entries.get(2)?.kind).not.toBe('evicted-results');
});

test('[BUD-3] beside what was pinned the tail gets smaller, so that all fits', () => {
  const messages = [user(50), ...aStep('a', 50), ...aStep('big', 600), user(10), reply(10)];
  const step = (name: string, toolName: string, tokens: number) => [
    aToolCall({ callId: name, toolName, arguments: '{}' }),
    aToolResult({ callId: name, text: text(tokens) }),
  ];
  const pinned = [...step('p', 'map', 30), ...step('q', 'map', 30)];
  const limits = { ...DEFAULT_LIMITS, resultShare: 1 };
  for (const ahead of [0, 200, 400, 600]) {
    const map = step('m', 'map', ahead);
    const draft = draftOf([...messages.slice(0, 3), ...map, ...pinned, ...messages.slice(3)], {
      toolHints: { map: { pinned: true } },
      limits,
    });
    const outcome = tokensAfter(draft) + Math.min(draft.room.derivedTokens, 100);
    expect(outcome).toBeLessThanOrEqual(1_000);
    const shown = unitsOf(viewOf(draft.input.transcript, draft.overlays, simpleMeasurer));
    expect(shown.map(({ start }) => start)).toEqual(expect.arrayContaining([0, 3, 5, 7]));
  }
});

test('[POL-1] a policy that is due takes what its own rule says, however much room there is', () => {
  const messages = [user(5), ...Array.from({ length: 20 }, () => reply(5))];
  const draft = draftOf(messages, { policy: slidingWindow({ messages: 4, slack: 0 }) });
  expect(draft.left).toMatchObject([{ fromSeq: 1, toSeq: 17 }]);
  expect(draft.stages).toMatchObject([{ stage: 'condense', entries: 16 }]);
  const slack = draftOf(messages, { policy: slidingWindow({ messages: 4, slack: 20 }) });
  expect(slack.left).toEqual([]);
});

test('[POL-1] a policy that is due and throws costs its own work only', () => {
  const policy: EvictionPolicy = {
    name: 'broken',
    choose: () => {
      throw new Error('out of ideas');
    },
    isDue: () => true,
  };
  const { stages, left } = draftOf([user(5), reply(5)], { policy });
  expect(stages).toMatchObject([{ stage: 'condense', entries: 0, failure: 'out of ideas' }]);
  expect(left).toEqual([]);
});

const noted = { text: 'Goal: rebook order ZFA04Y.', coversToSeq: 18 };
const longTalk = [user(50), ...Array.from({ length: 20 }, () => reply(60)), user(20)];

test('[CMP-1] where the notes stand for what left, no summary is asked for', () => {
  const draft = draftOf(longTalk, { notes: noted, asksModel: true });
  expect(draft.stages.map(({ stage }) => stage)).toEqual(['session-memory']);
  expect(draft.stageSummary).toMatchObject({ madeBy: 'session-memory', text: noted.text });
  expect(draft.stageSummary?.toSeq).toBe((draft.left[0]?.toSeq ?? 0) - 1);
  expect(draft.summaryRequest).toBeUndefined();
});

test('[CMP-10] notes that are too long for the summary’s room leave it to the summariser', () => {
  const notedIn = (tokens: number) =>
    draftOf(longTalk, { notes: { ...noted, text: text(tokens) }, asksModel: true });
  const { room } = notedIn(1);
  const mostTokens = Math.floor(room.derivedTokens * DEFAULT_LIMITS.modelSummaryPartOfDerived);
  expect(notedIn(mostTokens).summaryRequest).toBeUndefined();
  const { left, stageSummary, summaryRequest } = notedIn(mostTokens + 1);
  expect(stageSummary).toBeUndefined();
  const rangesOf = (ranges: typeof left) => ranges.map(({ fromSeq, toSeq }) => [fromSeq, toSeq]);
  expect(rangesOf(left)).toEqual(rangesOf(notedIn(mostTokens).left));
  const gone = Array.from({ length: (left[0]?.toSeq ?? 0) - 1 }, (_, index) => index + 1);
  expect(summaryRequest?.sources.map(({ seq }) => seq)).toEqual(gone);
  expect(gone.length).toBeGreaterThan(10);
});

test('[CMP-10] what the notes do not know of is summarised on top of them', () => {
  const noted = { leave: [1, 2], summary: 'Notes of two.' };
  const first = aStageOf(noted, { name: 'notes', takesUnits: true });
  const draft = draftOf(longTalk, { stages: [first, condense] });
  expect(draft.summaryRequest?.previous?.text).toBe('Notes of two.');
  const seqs = draft.summaryRequest?.sources.map(({ seq }) => seq);
  expect(seqs?.[0]).toBe(3);
  expect(draft.sources.map(({ seq }) => seq).slice(0, 2)).toEqual([1, 2]);
});
