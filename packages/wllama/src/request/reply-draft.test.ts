import { expect, test } from 'vitest';
import { DRAFT_STARTED, withChunk } from './reply-draft.ts';

const choice = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const callPiece = (index: number, id: string, called: object) =>
  choice({ tool_calls: [{ index, ...(id && { id }), type: 'function', function: called }] });
const replyOf = (chunks: readonly unknown[]) =>
  chunks.reduce((draft: typeof DRAFT_STARTED, chunk) => withChunk(draft, chunk), DRAFT_STARTED)
    .reply;

test('[MOD-1] words and thoughts are joined apart, with why they ended and what they cost', () => {
  const timings = { cache_n: 36, prompt_n: 1, predicted_n: 3 };
  const reply = replyOf([
    { ...choice({ role: 'assistant', content: null }), prompt_progress: { processed: 32 } },
    choice({ reasoning_content: 'Hm' }),
    choice({ content: 'Hel' }),
    choice({ content: 'lo' }),
    { ...choice({}, 'stop'), timings },
  ]);
  expect(reply).toEqual({
    text: 'Hello',
    thinking: 'Hm',
    toolCalls: [],
    finishReason: 'stop',
    unreadable: 0,
    usage: { inputTokens: 37, cachedInputTokens: 36, outputTokens: 3 },
  });
});

test('calls are put together by their place, and one without an id gets one', () => {
  const { toolCalls } = replyOf([
    callPiece(0, 'a', { name: 'seat', arguments: '' }),
    callPiece(0, '', { arguments: '{"row":' }),
    callPiece(1, '', { name: 'menu', arguments: '{}' }),
    callPiece(0, '', { arguments: '1}' }),
  ]);
  expect(toolCalls).toEqual([
    { id: 'a', type: 'function', function: { name: 'seat', arguments: '{"row":1}' } },
    {
      id: expect.stringMatching(/^call_\d+$/),
      type: 'function',
      function: { name: 'menu', arguments: '{}' },
    },
  ]);
});

test('a chunk that is something else adds nothing', () => {
  for (const chunk of [null, 'text', {}, { choices: [null] }, { choices: [{ delta: 'x' }] }]) {
    expect(withChunk(DRAFT_STARTED, chunk)).toEqual(DRAFT_STARTED);
  }
});
