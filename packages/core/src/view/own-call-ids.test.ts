import { expect, test } from 'vitest';
import { type Message, toolCallsOf, toolResultsOf } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript } from '../testing/transcripts.ts';
import type { Entry } from '../transcript/entry.ts';
import { withOwnCallIds } from './own-call-ids.ts';

function entriesOf(...messages: readonly Message[]): readonly Entry[] {
  const transcript = aTranscript(messages);
  return transcript.log.slice(0, transcript.length);
}

function calls(...ids: readonly string[]): Message {
  return { role: 'assistant', parts: ids.flatMap((callId) => aToolCall({ callId }).parts) };
}

/** Ids of calls and, behind an arrow, of results. */
function idsIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap(({ message }) => [
    ...toolCallsOf(message).map(({ callId }) => callId),
    ...toolResultsOf(message).map(({ callId, text }) => `${callId} → ${text}`),
  ]);
}

const result = (callId: string, text: string) => aToolResult({ callId, text });

test('[CMP-3] of two calls with one id each has a result of its own', () => {
  const entries = entriesOf(calls('x', 'x'), result('x', 'one'), result('x', 'two'));
  expect(entries.map(({ unitStart }) => unitStart)).toEqual([0, 0, 0]);
  expect(idsIn(withOwnCallIds(entries))).toEqual(['x', 'x_2', 'x → one', 'x_2 → two']);
});

test('[CMP-3] no id is given twice, whatever the ids are', () => {
  const entries = entriesOf(
    calls('x', 'x', 'x_2'),
    { role: 'tool', parts: [...result('x_2', 'third').parts, ...result('x', 'first').parts] },
    result('x', 'second'),
  );
  expect(idsIn(withOwnCallIds(entries))).toEqual([
    ...['x', 'x_2', 'x_2_2'],
    ...['x_2_2 → third', 'x → first', 'x_2 → second'],
  ]);
});

test('[CMP-3] a result answers what was asked last, where the model spoke on in between', () => {
  const streamed = (message: Message): Message => ({ ...message, providerMessageId: 'm' });
  const entries = entriesOf(
    streamed(calls('x', 'y')),
    result('y', 'one'),
    streamed(calls('x')),
    result('x', 'two'),
  );
  expect(idsIn(withOwnCallIds(entries))).toEqual(['x', 'y', 'y → one', 'x_2', 'x_2 → two']);
});

test('[CMP-8] a unit whose ids are its own is left as it is, and the same change is the same object', () => {
  const plain = entriesOf(calls('x', 'y'), result('x', 'one'), result('y', 'two'));
  expect(withOwnCallIds(plain)).toBe(plain);
  const twice = entriesOf(calls('x', 'x'), result('x', 'one'));
  const [call, first] = withOwnCallIds(twice);
  expect(withOwnCallIds(twice)[0]).toBe(call);
  expect(first).toBe(twice[1]);
});

test('[CMP-3] words are left as they are', () => {
  const entries = entriesOf(aTextMessage('user', 'Hi'));
  expect(withOwnCallIds(entries)).toBe(entries);
});
