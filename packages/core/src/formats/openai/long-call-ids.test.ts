import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { aToolCall, aToolResult } from '../../testing/builders.ts';
import { originalOpenAiMessages, toOpenAiMessages } from './openai-chat.ts';

/** The form of vLLM. */
const LONG = 'chatcmpl-tool-0123456789abcdef0123456789abcdef';

function sentIds(callId: string): readonly (string | undefined)[] {
  const messages: readonly Message[] = [aToolCall({ callId }), aToolResult({ callId })];
  return messages
    .flatMap(toOpenAiMessages)
    .map((message) => message.tool_calls?.[0]?.id ?? message.tool_call_id);
}

test('[MSG-6] a call and its result have one id, of at most the 40 characters that OpenAI takes', () => {
  const [call, result] = sentIds(LONG);
  expect(call).toMatch(/^chatcmpl-tool-.{1,26}$/);
  expect(result).toBe(call);
});

test('[MSG-6] long ids that begin or end alike stay apart', () => {
  const ids = ['x', 'y'].flatMap((c) => [c + LONG, LONG + c]).map((id) => sentIds(id)[0]);
  expect(new Set(ids).size).toBe(4);
});

test('[MSG-6] an id of any length is sent in at most 40 characters, and apart from all others', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `${'c'.repeat(41 + index)}`);
  // Pairs of letters that many sums of characters cannot tell apart.
  const alike = ['Aa', 'BB', 'AaAa', 'BBBB', 'AaBB', 'BBAa'].map((end) => `${LONG}${end}`);
  const sent = [...ids, ...alike].map((id) => sentIds(id));
  for (const [call, result] of sent) {
    expect(call?.length).toBeLessThanOrEqual(40);
    expect(result).toBe(call);
  }
  expect(new Set(sent.map(([call]) => call)).size).toBe(ids.length + alike.length);
});

test('[MSG-6] names of tools keep to the letters that OpenAI takes', () => {
  const names = ['maps.search:near', 'a.b c', 'multi_tool_use.parallel', 'n'.repeat(80)];
  const sent = names.map(
    (toolName) => toOpenAiMessages(aToolCall({ toolName }))[0]?.tool_calls?.[0]?.function.name,
  );
  expect(sent).toEqual(['maps_search_near', 'a_b_c', 'multi_tool_use_parallel', 'n'.repeat(64)]);
  const [original] = originalOpenAiMessages(aToolCall({ toolName: 'a.b c' }));
  expect(original?.tool_calls?.[0]?.function.name).toBe('a.b c');
});

test.each(['c'.repeat(40), `call_1__thought__${'c2ln'.repeat(40)}`])(
  '[MSG-6] an id that is short, or in which LiteLLM keeps a signature, is sent as it was given: %s',
  (id) => {
    expect(sentIds(id)).toEqual([id, id]);
  },
);

test('[MSG-2] the original keeps its long id', () => {
  expect(originalOpenAiMessages(aToolCall({ callId: LONG }))[0]?.tool_calls?.[0]?.id).toBe(LONG);
});
