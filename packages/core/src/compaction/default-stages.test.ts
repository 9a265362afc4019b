import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { type Message, textOf } from '../message/message.ts';
import { anEntry, aToolResult } from '../testing/builders.ts';
import {
  aReply,
  aStageInput,
  aStep,
  aUserMessage,
  textOfTokens,
} from '../testing/compaction-input.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import type { EntryOverlay } from '../view/overlay.ts';
import {
  condense,
  defaultStages,
  evictSuperseded,
  sessionMemory,
  trimResults,
} from './default-stages.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { OVER_HINT, OVER_SHARE } from './overlay-reasons.ts';
import type { EvictionPolicy, PolicyInput } from './policies/eviction-policy.ts';
import type { CompactionInput, StageInput } from './stage.ts';

function trimsOf(messages: readonly Message[], input: Partial<CompactionInput> = {}) {
  return runToEnd(trimResults.decide(aStageInput(messages, input))).trim;
}

/** A budget of 1,000, so the share of one result is 62. */
const share = Math.floor(1_000 * DEFAULT_LIMITS.resultShare);

test('[CMP-1] results over their share are named, oldest first, and no other entry', () => {
  const messages = [
    aUserMessage(300),
    ...aStep('a', 300),
    aReply(300),
    ...aStep('b', 50),
    ...aStep('c', 200),
    aReply(300),
  ];
  expect(trimsOf(messages)).toEqual([
    { seq: 2, maxTokens: share, why: OVER_SHARE },
    { seq: 7, maxTokens: share, why: OVER_SHARE },
  ]);
});

test('[CMP-2] no more are named than bring the view to the low watermark', () => {
  const messages = [aUserMessage(50), ...aStep('a', 200), ...aStep('b', 200), aReply(240)];
  expect(trimsOf(messages)).toEqual([
    { seq: 2, maxTokens: share, why: OVER_SHARE },
    { seq: 4, maxTokens: share, why: OVER_SHARE },
  ]);
  const fewer = [aUserMessage(50), ...aStep('a', 200), ...aStep('b', 100), aReply(240)];
  expect(trimsOf(fewer)).toEqual([{ seq: 2, maxTokens: share, why: OVER_SHARE }]);
});

test('[TIER-3] results of the tail stay as they are', () => {
  const messages = [aUserMessage(50), aReply(400), ...aStep('a', 200), aReply(10)];
  expect(trimsOf(messages)).toEqual([]);
});

test('[POL-8] a pinned result among the tail stays as it is, one ahead of it is trimmed', () => {
  const messages = [
    aUserMessage(50),
    ...aStep('a', 150),
    aReply(250),
    ...aStep('b', 150),
    aReply(20),
  ];
  const toolHints = { read_file: { pinned: true } };
  expect(trimsOf(messages, { toolHints })).toEqual([{ seq: 2, maxTokens: share, why: OVER_SHARE }]);
});

test('[CMP-8] what was shortened before is not shortened again', () => {
  const messages = [aUserMessage(50), ...aStep('a', 300), ...aStep('b', 300), aReply(300)];
  const input = aStageInput(messages);
  const units = input.units.map((unit) => ({
    ...unit,
    members: unit.members.map((member) =>
      member.kind === 'entry' && member.entry.seq === 2
        ? {
            ...member,
            overlay: {
              kind: 'trimmed' as const,
              seq: 2,
              compactionId: 'j',
              limitTokens: 99,
              trims: [],
            },
          }
        : member,
    ),
  }));
  const { trim = [] } = runToEnd(trimResults.decide({ ...input, units }));
  expect(trim.map(({ seq }) => seq)).toEqual([4]);
});

test('[POL-8] a result of a tool with a limit of its own is held to that one instead', () => {
  const messages = [
    aUserMessage(50),
    ...aStep('a', 300, { toolName: 'list' }),
    ...aStep('b', 300),
    aReply(300),
  ];
  const toolHints = { list: { maxTokens: 900 } };
  expect(trimsOf(messages, { toolHints })).toEqual([{ seq: 4, maxTokens: share, why: OVER_SHARE }]);
});

test('[POL-8] an entry with results of several tools is held to the least of their limits', () => {
  const both: Message = {
    role: 'tool',
    parts: ['a', 'b'].map((callId) => ({ type: 'tool-result', callId, text: textOfTokens(200) })),
  };
  const calls: Message = {
    role: 'assistant',
    parts: ['a', 'b'].map((callId) => ({
      type: 'tool-call',
      callId,
      toolName: `tool-${callId}`,
      arguments: '{}',
    })),
  };
  const messages = [aUserMessage(50), calls, both, aReply(300)];
  const toolHints = { 'tool-a': { maxTokens: 1_000 }, 'tool-b': { maxTokens: 250 } };
  expect(trimsOf(messages, { toolHints })).toEqual([{ seq: 2, maxTokens: 250, why: OVER_HINT }]);
});

function evictedFrom(messages: readonly Message[], input: Partial<CompactionInput> = {}) {
  return runToEnd(evictSuperseded.decide(aStageInput(messages, input))).evict;
}

/** The same file, read again under another call id. */
const read = (callId: string, tokens: number) => aStep('a', tokens, { callId });

test('[CMP-1] a result that a later call of the same tool and arguments replaced is evicted', () => {
  const messages = [aUserMessage(50), ...read('x', 300), ...read('y', 20), aReply(300)];
  expect(evictedFrom(messages)).toEqual([{ seq: 2, supersededBySeq: 4 }]);
});

test('[CMP-2] oldest first, and no more than brings the view to the low watermark', () => {
  const three = [...read('x', 200), ...read('y', 130), ...read('z', 20)];
  expect(evictedFrom([aUserMessage(50), ...three, aReply(300)])).toEqual([
    { seq: 2, supersededBySeq: 6 },
    { seq: 4, supersededBySeq: 6 },
  ]);
  expect(evictedFrom([aUserMessage(50), ...three, aReply(220)])).toEqual([
    { seq: 2, supersededBySeq: 6 },
  ]);
});

test('[CMP-1] a result that is hardly larger than its marker stays', () => {
  const messages = [aUserMessage(50), ...read('x', 100), ...read('y', 20), aReply(500)];
  expect(evictedFrom(messages)).toEqual([]);
});

test('[TIER-3] a result of the tail stays although it was replaced', () => {
  const messages = [aUserMessage(50), aReply(400), ...read('x', 200), ...read('y', 20)];
  expect(evictedFrom(messages)).toEqual([]);
});

test('[POL-8] with `latestOnly` any newer result of the tool replaces one', () => {
  const messages = [aUserMessage(50), ...aStep('a', 300), ...aStep('b', 20), aReply(300)];
  expect(evictedFrom(messages)).toEqual([]);
  expect(evictedFrom(messages, { toolHints: { read_file: { latestOnly: true } } })).toEqual([
    { seq: 2, supersededBySeq: 4, reason: 'latest-only' },
  ]);
});

test('[POL-8] a result of a `pinned` tool stays although it was replaced', () => {
  const messages = [aUserMessage(50), ...read('x', 300), ...read('y', 20), aReply(300)];
  expect(evictedFrom(messages, { toolHints: { read_file: { pinned: true } } })).toEqual([]);
});

test.each<[Pick<EntryOverlay & { kind: 'evicted-results' }, 'supersededBySeq' | 'reason'>, string]>(
  [
    [{ supersededBySeq: 9 }, 'message #9 has a newer result of the same call'],
    [
      { supersededBySeq: 9, reason: 'latest-only' },
      'message #9 has a newer result of the same tool',
    ],
    [{ reason: 'ephemeral' }, 'it has been used'],
  ],
)('[CMP-9] the marker of %o says why, and where the result is kept', (why, said) => {
  const entry = anEntry({ seq: 3, message: aToolResult({ text: 'secret' }) });
  const marker = textOf(
    overlaidMessage(entry, { kind: 'evicted-results', seq: 3, compactionId: 'k', ...why }),
  );
  expect(marker).toBe(`[Left out: ${said}. Kept in full as message #3.]`);
});

const messages: readonly Message[] = [
  aUserMessage(50),
  ...Array.from({ length: 20 }, () => aReply(60)),
  aUserMessage(20),
];

function decide(input: Partial<StageInput> = {}) {
  const notes = { text: 'Goal: rebook order ZFA04Y.', coversToSeq: 18 };
  const given = { ...aStageInput(messages), notes, asksModel: true, ...input };
  return runToEnd(sessionMemory.decide(given));
}

/** So many units behind the anchor, of 64 tokens each. */
const ahead = (count: number) => Array.from({ length: count }, (_, index) => covered(index + 1));
const covered = (start: number) => ({ start, why: { rule: 'COVERED_BY_NOTES', keptByRoom: true } });

test('[CMP-1] the notes stand for what they knew of, as much of it as has to leave', () => {
  const { leave, summary } = decide({ leaveTokens: 10 * 64 });
  expect(leave).toEqual(ahead(10));
  expect(summary).toMatchObject({ fromSeq: 1, toSeq: 10, text: 'Goal: rebook order ZFA04Y.' });
});

test('[CMP-1] where the tail keeps more than the low watermark allows, they stand for all the rest', () => {
  const { units, leaveTokens } = aStageInput(messages);
  const free = units.filter((unit) => !unit.protected).map(({ start }) => covered(start));
  expect(free).toEqual(ahead(16));
  expect(leaveTokens).toBeGreaterThan(16 * 64);
  expect(decide().leave).toEqual(free);
});

test('[CMP-1] without notes, and where no model would be asked, it leaves all to the next stage', () => {
  expect(decide({ notes: undefined })).toEqual({});
  expect(decide({ asksModel: false })).toEqual({});
});

test('[CMP-9] only units that were there when the notes were last changed leave', () => {
  const knowing = (coversToSeq: number) =>
    decide({ leaveTokens: 10 * 64, notes: { text: 'Notes.', coversToSeq } });
  expect(knowing(11).leave).toEqual(ahead(10));
  expect(knowing(10).leave).toEqual(ahead(9));
});

test('[CMP-9] a unit that the notes know only the beginning of stays', () => {
  const input = aStageInput(messages);
  const wide = input.units.map((unit) => (unit.start === 1 ? { ...unit, end: 19 } : unit));
  const { leave } = decide({ units: wide, leaveTokens: 64 });
  expect(leave).toEqual([covered(2)]);
});

test('[TIER-6] the anchor and the tail stay', () => {
  const { units } = aStageInput(messages);
  const firm = units.filter((unit) => unit.protected).map((unit) => unit.start);
  const { leave = [] } = decide({ leaveTokens: 900, notes: { text: 'Notes.', coversToSeq: 99 } });
  expect(firm).toContain(0);
  expect(leave.length).toBeGreaterThan(0);
  expect(leave.filter((one) => typeof one === 'number' || firm.includes(one.start))).toEqual([]);
});

test('[CMP-1] the policy is asked for as much as makes room for what will stand for it', () => {
  const asked: PolicyInput[] = [];
  const policy: EvictionPolicy = {
    name: 'seventh',
    choose: (input) => {
      asked.push(input);
      return [7];
    },
  };
  const input = aStageInput(messages, { policy });
  expect(runToEnd(condense.decide(input))).toMatchObject({
    leave: [{ start: 7, why: { rule: 'POLICY_CHOSE', decidedBy: 'seventh' } }],
  });
  expect(asked).toEqual([{ units: input.units, excessTokens: input.leaveTokens }]);
  expect(input.leaveTokens).toBeGreaterThan(input.excessTokens);
});

test('[CMP-1] by default the cheapest stage comes first, and only the last may ask a model', () => {
  expect(defaultStages.map(({ name }) => name)).toEqual([
    'trim',
    'evict',
    'session-memory',
    'condense',
  ]);
});
