import { expect, test } from 'vitest';
import { AnswerReader } from './answer-reader.ts';
import type { MlcChunk } from './mlc.ts';

const HI = { role: 'user', content: 'Hi' } as const;

function piece(content: string): MlcChunk {
  return { choices: [{ delta: { content }, finish_reason: null }] };
}

function end(finish_reason: string, delta: MlcChunk['choices'][number]['delta'] = {}): MlcChunk {
  return { choices: [{ delta, finish_reason }] };
}

const USAGE: MlcChunk = { choices: [], usage: { prompt_tokens: 12, completion_tokens: 5 } };

function read(
  chunks: readonly MlcChunk[],
  about: ConstructorParameters<typeof AnswerReader>[0] = { isOfCalls: false, keptTokens: 0 },
) {
  const reader = new AnswerReader(about);
  const told = [...chunks.map((chunk) => reader.read(chunk)), reader.end()];
  return { reader, words: told.map(({ text }) => text).join('') };
}

test('[MOD-1] pieces are the answer, with its tokens', () => {
  const { reader, words } = read([piece('Hel'), piece('lo'), end('stop'), USAGE]);
  expect(words).toBe('Hello');
  expect(reader.reply).toEqual({
    text: 'Hello',
    thinking: '',
    toolCalls: [],
    unreadable: 0,
    finishReason: 'stop',
    usage: { inputTokens: 12, outputTokens: 5 },
  });
});

test('tokens that were kept are a part of the request', () => {
  const { reader } = read([USAGE], { isOfCalls: false, keptTokens: 30 });
  expect(reader.reply.usage).toEqual({
    inputTokens: 42,
    outputTokens: 5,
    cachedInputTokens: 30,
  });
});

test('[MOD-1] calls come as text first, which nobody is told', () => {
  const calls = [{ function: { name: 'find', arguments: '{"city":"Oslo"}' } }];
  const chunks = [piece('[{"name'), piece('"…]'), end('tool_calls', { tool_calls: calls })];
  const { reader, words } = read(chunks, { isOfCalls: true, keptTokens: 0 });
  expect(words).toBe('');
  expect(reader.reply).toMatchObject({
    text: '',
    finishReason: 'tool_calls',
    toolCalls: [
      {
        id: expect.stringMatching(/^call_./),
        type: 'function',
        function: { name: 'find', arguments: '{"city":"Oslo"}' },
      },
    ],
  });
});

test('[MOD-1] calls that were cut are told as the text that they are', () => {
  const { reader, words } = read([piece('[{"na'), end('length')], {
    isOfCalls: true,
    keptTokens: 0,
  });
  expect(words).toBe('[{"na');
  expect(reader.reply).toMatchObject({ text: '[{"na', toolCalls: [], finishReason: 'length' });
});

test('a whole answer is gone on from, thoughts and all; one that was cut is not', () => {
  const thought = [piece('<think>Hm.</think>'), piece('\n\nHello')];
  const { reader, words } = read([...thought, end('stop'), USAGE]);
  expect(words).toBe('Hello');
  expect(reader.keptContext([HI])).toEqual({
    messages: [HI, { role: 'assistant', content: '<think>Hm.</think>\n\nHello' }],
    tokens: 17,
  });
  expect(read([piece('Hel'), end('length'), USAGE]).reader.keptContext([HI])).toBeUndefined();
});
