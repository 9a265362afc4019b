import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import {
  aReply,
  aStageInput,
  aStep,
  aUserMessage,
  textOfTokens,
} from '../../testing/compaction-input.ts';
import type { CompactionInput } from '../compaction-input.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { OVER_HINT, OVER_SHARE } from '../shortening/trim-reasons.ts';
import { trimResults } from './trim-results.ts';

function trimsOf(messages: readonly Message[], input: Partial<CompactionInput> = {}) {
  return trimResults().decide(aStageInput(messages, input)).trim;
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
  const { trim = [] } = trimResults().decide({ ...input, units });
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
