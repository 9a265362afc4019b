import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import {
  aTextMessage,
  aTokenCount,
  aToolCall,
  aToolResult,
  START_MS,
} from '../testing/builders.ts';
import {
  appended,
  emptyTranscript,
  newestUnitStart,
  seqOf,
  type Transcript,
} from './transcript.ts';
import { transcriptOf } from './transcript-at.ts';

const user = aTextMessage('user', 'Find trains.');
const reply = aTextMessage('assistant', 'Done.');

function transcriptWith(messages: readonly Message[]): Transcript {
  return messages.reduce(
    (transcript, message, seq) => appended(transcript, aDraft(`e-${seq}`, message)),
    emptyTranscript(),
  );
}

function aDraft(id: string, message: Message) {
  return { id, createdAtMs: START_MS, message, tokens: aTokenCount() };
}

function unitStarts(transcript: Transcript): readonly number[] {
  return transcript.log.slice(0, transcript.length).map((entry) => entry.unitStart);
}

function streamed(providerMessageId: string, message: Message): Message {
  return { ...message, providerMessageId };
}

const approval: Message = {
  role: 'tool',
  format: 'ai-sdk',
  parts: [
    { type: 'unknown', value: { type: 'tool-approval-response', approvalId: 'a', approved: true } },
  ],
};

test('[MSG-4] what the user said to a request for approval stays with the call, and so does its result', () => {
  const call = aToolCall({ callId: 'c' });
  const messages = [user, call, approval, aToolResult({ callId: 'c' }), reply];
  expect(unitStarts(transcriptWith(messages))).toEqual([0, 1, 1, 1, 4]);
});

test('[MSG-4] an answer to a request for approval that no call waits for stands alone', () => {
  expect(unitStarts(transcriptWith([user, approval]))).toEqual([0, 1]);
});

test('[MSG-4] of two calls with one id each keeps a result; a third result stands alone', () => {
  const [part] = aToolCall({ callId: 'c' }).parts;
  if (!part) throw new Error('no call');
  const twice: Message = { role: 'assistant', parts: [part, part] };
  const result = aToolResult({ callId: 'c' });
  expect(unitStarts(transcriptWith([twice, result, result, result]))).toEqual([0, 0, 0, 3]);
});

test('[MSG-4] a tool call and all its results are one unit', () => {
  const calls: Message = {
    role: 'assistant',
    parts: [...aToolCall({ callId: 'a' }).parts, ...aToolCall({ callId: 'b' }).parts],
  };
  const results = [aToolResult({ callId: 'b' }), aToolResult({ callId: 'a' })];
  expect(unitStarts(transcriptWith([user, calls, ...results, reply]))).toEqual([0, 1, 1, 1, 4]);
});

test('[MSG-4] messages that a provider streamed apart are one unit with their results', () => {
  const thinking = streamed('m', { role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] });
  const call = streamed('m', aToolCall());
  expect(unitStarts(transcriptWith([user, thinking, call, aToolResult(), reply]))).toEqual([
    0, 1, 1, 1, 4,
  ]);
});

test('[MSG-4] messages without a provider id, or with different ones, are units of their own', () => {
  const messages = [reply, reply, streamed('a', reply), streamed('b', reply)];
  expect(unitStarts(transcriptWith(messages))).toEqual([0, 1, 2, 3]);
});

test('[MSG-4] the same provider id after something else opens a new unit', () => {
  const messages = [streamed('m', reply), user, streamed('m', reply)];
  expect(unitStarts(transcriptWith(messages))).toEqual([0, 1, 2]);
});

test('[MSG-4] a result that comes late, twice or from nowhere stands alone', () => {
  const late = [aToolCall(), user, aToolResult()];
  const twice = [aToolCall(), aToolResult(), aToolResult()];
  const foreign = [aToolCall({ callId: 'a' }), aToolResult({ callId: 'z' })];
  expect(unitStarts(transcriptWith(late))).toEqual([0, 1, 2]);
  expect(unitStarts(transcriptWith(twice))).toEqual([0, 0, 2]);
  expect(unitStarts(transcriptWith(foreign))).toEqual([0, 1]);
});

test('[MSG-4] a call that the model spoke past can no longer be answered in its unit', () => {
  const calls: Message = {
    role: 'assistant',
    parts: [...aToolCall({ callId: 'a' }).parts, ...aToolCall({ callId: 'b' }).parts],
  };
  const messages = [
    streamed('m', calls),
    aToolResult({ callId: 'a' }),
    streamed('m', reply),
    aToolResult({ callId: 'b' }),
  ];
  expect(unitStarts(transcriptWith(messages))).toEqual([0, 0, 0, 3]);
});

test('[MSG-4] a repeated call id belongs to the newest call', () => {
  const messages = [aToolCall(), aToolResult(), aToolCall(), aToolResult()];
  expect(unitStarts(transcriptWith(messages))).toEqual([0, 0, 2, 2]);
});

test('[MSG-5] appending an id again changes nothing', () => {
  const transcript = transcriptWith([user, reply]);
  expect(appended(transcript, aDraft('e-0', reply))).toBe(transcript);
});

test('[MSG-5] each entry names the one it follows', () => {
  const { log } = transcriptWith([user, reply, user]);
  expect(log.slice(0, 3).map((entry) => entry.parentId)).toEqual([null, 'e-0', 'e-1']);
});

test('[MSG-5] an old transcript stays as it was, whatever is appended to it later', () => {
  const old = transcriptWith([user]);
  const one = appended(old, aDraft('one', reply));
  const other = appended(old, aDraft('other', reply));
  expect(old.length).toBe(1);
  expect(seqOf(old, 'one')).toBeUndefined();
  expect([seqOf(one, 'one'), seqOf(one, 'other')]).toEqual([1, undefined]);
  expect([seqOf(other, 'other'), seqOf(other, 'one')]).toEqual([1, undefined]);
});

test('[MSG-5] appending shares the log and copies nothing', () => {
  const old = transcriptWith([user, reply]);
  expect(appended(old, aDraft('next', user)).log).toBe(old.log);
});

test('[TIER-2] the anchor is the first user message, the current one the last', () => {
  const system = aTextMessage('system', 'Be brief.');
  const transcript = transcriptWith([system, reply, user, reply, system, user]);
  expect(transcript.anchorSeq).toBe(2);
  expect(transcript.lastUserSeq).toBe(5);
  expect(transcript.leadingSystems).toBe(1);
});

test('[STO-4] a transcript of stored entries goes on as the one they came from', () => {
  const messages = [user, streamed('m', aToolCall({ callId: 'a' })), aToolResult({ callId: 'a' })];
  const before = transcriptWith([...messages, streamed('m', aToolCall({ callId: 'b' }))]);
  const loaded = transcriptOf(before.log.slice(0, before.length));
  expect({ ...loaded, log: undefined }).toEqual({ ...before, log: undefined });
  const next = aDraft('next', aToolResult({ callId: 'b' }));
  expect(newestUnitStart(appended(loaded, next))).toBe(1);
  expect(newestUnitStart(appended(before, next))).toBe(1);
});

test('[MSG-4] an empty transcript has no landmarks', () => {
  const transcript = emptyTranscript();
  expect(newestUnitStart(transcript)).toBe(0);
  expect([transcript.anchorSeq, transcript.lastUserSeq]).toEqual([undefined, undefined]);
});
