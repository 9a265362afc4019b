import { expect, test } from 'vitest';
import type { Message } from '../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../testing/builders.ts';
import { aTranscript } from '../testing/transcripts.ts';
import type { Entry } from '../transcript/entry.ts';
import { repairsOf } from './repairs.ts';

const bothCalls: Message = {
  role: 'assistant',
  parts: [...aToolCall({ callId: 'a' }).parts, ...aToolCall({ callId: 'b' }).parts],
};
const bothResults: Message = {
  role: 'tool',
  parts: [
    ...aToolResult({ callId: 'a', text: 'one' }).parts,
    ...aToolResult({ callId: 'z', text: 'stray' }).parts,
  ],
};

function entriesOf(...messages: readonly Message[]): readonly Entry[] {
  const transcript = aTranscript(messages);
  return transcript.log.slice(0, transcript.length);
}

function placeholder(callId: string): Message {
  return aToolResult({ callId, text: '[No result was recorded for this call.]' });
}

test('[CMP-3] a unit whose calls all have results needs no repair', () => {
  const repairs = repairsOf(
    entriesOf(bothCalls, aToolResult({ callId: 'b' }), aToolResult({ callId: 'a' })),
  );
  expect([repairs.replacements.size, repairs.before.size, repairs.added.length]).toEqual([0, 0, 0]);
});

test('[CMP-3] words alone need no repair', () => {
  expect(repairsOf(entriesOf(aTextMessage('user', 'Hi'))).added).toEqual([]);
});

test('[CMP-3] each call without a result gets a placeholder behind the unit', () => {
  const entries = entriesOf(bothCalls, aToolResult({ callId: 'b' }));
  expect(repairsOf(entries).added).toEqual([{ entry: entries[0], message: placeholder('a') }]);
});

test('[CMP-3] where the model speaks on after some results, the placeholder stands ahead of that', () => {
  const streamed = (message: Message) => ({ ...message, providerMessageId: 'm' });
  const entries = entriesOf(
    streamed(bothCalls),
    aToolResult({ callId: 'a' }),
    streamed(aToolCall({ callId: 'c' })),
    aToolResult({ callId: 'c' }),
  );
  expect(entries.map((entry) => entry.unitStart)).toEqual([0, 0, 0, 0]);
  const repairs = repairsOf(entries);
  expect([...repairs.before]).toEqual([[2, [{ entry: entries[0], message: placeholder('b') }]]]);
  expect(repairs.added).toEqual([]);
});

test('[CMP-3] a result that answers no call is passed on as the words of the user’s side', () => {
  const entries = entriesOf(aToolResult({ callId: 'z', text: 'late news' }));
  const repair = repairsOf(entries).replacements.get(0);
  expect(repair?.(aToolResult({ callId: 'z', text: 'late news' }))).toEqual(
    aTextMessage('user', '[Tool output without a matching call (z)]\nlate news'),
  );
});

test('[CMP-3] of a message with good and stray results the stray ones stand apart', () => {
  const entries = entriesOf(aToolCall({ callId: 'a' }), bothResults);
  const { replacements, added } = repairsOf(entries);
  expect(replacements.get(1)?.(bothResults).parts).toEqual(
    aToolResult({ callId: 'a', text: 'one' }).parts,
  );
  expect(added.map(({ message }) => message)).toEqual([
    aTextMessage('user', '[Tool output without a matching call (z)]\nstray'),
  ]);
});

test('[CMP-8] the same repair is the same object each time', () => {
  const entries = entriesOf(aToolCall({ callId: 'a' }));
  expect(repairsOf(entries).added[0]?.message).toBe(repairsOf(entries).added[0]?.message);
  const stray = entriesOf(aToolResult({ callId: 'z' }));
  const message = stray[0]?.message ?? bothResults;
  expect(repairsOf(stray).replacements.get(0)?.(message)).toBe(
    repairsOf(stray).replacements.get(0)?.(message),
  );
});
