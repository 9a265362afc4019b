import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { aTextMessage, aToolCall, aToolResult } from '../../testing/builders.ts';
import { aTranscript, simpleMeasurer } from '../../testing/transcripts.ts';
import { noOverlays } from '../../view/overlay.ts';
import { unitsOf, viewOf } from '../../view/view.ts';
import { answeredCallsOf } from './tool-results.ts';

const call = (callId: string, toolName = callId) =>
  aToolCall({ callId, toolName, arguments: '{}' });
const result = (callId: string) => aToolResult({ callId });

function together(...messages: readonly [Message, ...Message[]]): Message {
  return { role: messages[0].role, parts: messages.flatMap((message) => message.parts) };
}

/** By `seq`: the tools that the results answer, of one unit of these messages. */
function answered(...messages: readonly Message[]): readonly (readonly [number, string])[] {
  const joined = messages.map((message) =>
    message.role === 'assistant' ? { ...message, providerMessageId: 'streamed' } : message,
  );
  const view = viewOf(aTranscript(joined), noOverlays(), simpleMeasurer);
  const [unit, ...others] = unitsOf(view);
  if (!unit || others.length > 0) throw new Error('these are not one unit');
  const entries = unit.members.filter((member) => member.kind === 'entry');
  const found = answeredCallsOf(entries.map((member) => member.entry));
  const asResults = entries.filter(
    (member) => member.entry.message.role === 'tool' && !member.repaired,
  );
  expect(found.map(({ entry }) => entry.seq)).toEqual(asResults.map(({ entry }) => entry.seq));
  return found.map(({ entry, calls }) => [entry.seq, calls.map((one) => one.toolName).join()]);
}

test('[CMP-3] a result goes with the call of its id', () => {
  expect(answered(together(call('a'), call('b')), result('b'), result('a'))).toEqual([
    [1, 'b'],
    [2, 'a'],
  ]);
  expect(answered(together(call('a'), call('b')), together(result('b'), result('a')))).toEqual([
    [1, 'b,a'],
  ]);
});

test('[CMP-3] a call without a result answers nothing', () => {
  expect(answered(together(call('a'), call('b')), result('b'))).toEqual([[1, 'b']]);
});

test('[CMP-3] an entry that also holds a second result of a call is left out', () => {
  expect(answered(together(call('a'), call('b')), together(result('a'), result('a')))).toEqual([]);
});

test('[CMP-3] where the model spoke on, a call that was open before stays open for good', () => {
  const spoken = aTextMessage('assistant', 'And now b.');
  const messages = [together(call('a'), call('c')), result('a'), spoken, call('b')];
  const late = together(result('b'), result('c'));
  expect(answered(...messages, late)).toEqual([[1, 'a']]);
  expect(answered(...messages, result('b'))).toEqual([
    [1, 'a'],
    [4, 'b'],
  ]);
});

test('[CMP-3] where calls share an id, a result goes with the newest of them', () => {
  const messages = [call('x', 'first'), result('x'), call('x', 'second'), result('x')];
  expect(answered(...messages)).toEqual([
    [1, 'first'],
    [3, 'second'],
  ]);
});
