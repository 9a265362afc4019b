import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { textOf } from '../../message/message.ts';
import { anEntry, aToolResult } from '../../testing/builders.ts';
import { aReply, aStageInput, aStep, aUserMessage } from '../../testing/compaction-input.ts';
import { overlaidMessage } from '../../view/overlaid-message.ts';
import type { CompactionInput } from '../compaction-input.ts';
import type { EvictedResult } from '../stage.ts';
import { evictSuperseded } from './evict-superseded.ts';

function evictedFrom(messages: readonly Message[], input: Partial<CompactionInput> = {}) {
  return evictSuperseded().decide(aStageInput(messages, input)).evict;
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

test('[POL-8] results of an `ephemeral` tool go first once the model has answered', () => {
  const messages = [
    aUserMessage(50),
    ...read('x', 200),
    ...aStep('shot', 200, { toolName: 'screenshot' }),
    ...read('y', 20),
    aReply(300),
  ];
  const toolHints = { screenshot: { ephemeral: true } };
  expect(evictedFrom(messages, { toolHints })).toEqual([
    { seq: 4, reason: 'ephemeral' },
    { seq: 2, supersededBySeq: 6 },
  ]);
});

test('[POL-8] a result of a `pinned` tool stays although it was replaced', () => {
  const messages = [aUserMessage(50), ...read('x', 300), ...read('y', 20), aReply(300)];
  expect(evictedFrom(messages, { toolHints: { read_file: { pinned: true } } })).toEqual([]);
});

test.each<[Omit<EvictedResult, 'seq'>, string]>([
  [{ supersededBySeq: 9 }, 'message #9 has a newer result of the same call'],
  [{ supersededBySeq: 9, reason: 'latest-only' }, 'message #9 has a newer result of the same tool'],
  [{ reason: 'ephemeral' }, 'it has been used'],
])('[CMP-9] the marker of %o says why, and where the result is kept', (why, said) => {
  const entry = anEntry({ seq: 3, message: aToolResult({ text: 'secret' }) });
  const marker = textOf(
    overlaidMessage(entry, { kind: 'evicted-results', seq: 3, compactionId: 'k', ...why }),
  );
  expect(marker).toBe(`[Left out: ${said}. Kept in full as message #3.]`);
});
