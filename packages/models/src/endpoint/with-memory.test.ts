import {
  createAgentMemory,
  fixedBudget,
  inMemoryStore,
  type OpenAiMessage,
  textOf,
} from '@agent-memory/core';
import { expect, onTestFinished, test } from 'vitest';
import type { ChatReply } from '../chat/chat-reply.ts';
import { aChat } from '../testing/a-chat.ts';
import { chunk, DONE, event, words } from '../testing/events.ts';
import { refusing, streaming } from '../testing/local-server.ts';
import { thrownBy } from '../testing/thrown-by.ts';

function aMemory() {
  const store = inMemoryStore();
  const memory = createAgentMemory({ id: 'talk', budget: fixedBudget(8_000), store });
  onTestFinished(() => memory.dispose());
  return { memory, store };
}

function assistantMessage({ text, toolCalls }: ChatReply): OpenAiMessage {
  return {
    role: 'assistant',
    content: text,
    ...(toolCalls.length > 0 && { tool_calls: [...toolCalls] }),
  };
}

test('[MOD-1] an answer and its calls are appended as they are, and sent back', async () => {
  const { memory } = aMemory();
  const call = { index: 0, id: 'a', function: { name: 'seat', arguments: '{"row":14}' } };
  const { ask, server } = await aChat([
    streaming(words('One moment.'), chunk({ tool_calls: [call] }, 'tool_calls'), DONE),
    streaming(words('14C is yours.'), event({ choices: [], usage: { prompt_tokens: 60 } }), DONE),
  ]);
  await memory.append({ role: 'user', content: 'A seat, please.' });
  const first = await ask({ messages: (await memory.assemble()).messages });
  await memory.append(assistantMessage(first));
  await memory.append({ role: 'tool', tool_call_id: 'a', content: '14C' });
  const second = await ask({ messages: (await memory.assemble()).messages });
  await memory.append(assistantMessage(second));
  if (second.usage) await memory.reportUsage(second.usage);
  expect(JSON.parse(server.requests[1]?.body ?? '').messages).toEqual([
    { role: 'user', content: 'A seat, please.' },
    {
      role: 'assistant',
      content: 'One moment.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'seat', arguments: '{"row":14}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '14C' },
  ]);
  expect(
    memory
      .entries()
      .map(({ message }) => textOf(message))
      .at(-1),
  ).toBe('14C is yours.');
  expect(memory.getState().ledger.reports).toBe(1);
});

test.each([
  { prompt_tokens: -5, completion_tokens: 1e308 },
  { prompt_tokens: 0 },
  { prompt_tokens: 60.5 },
  { prompt_tokens: '60' },
  { prompt_tokens: 60, completion_tokens: -1, prompt_tokens_details: { cached_tokens: 99_999 } },
])('[MOD-3] the usage %j of a server does not make a report fail', async (usage) => {
  const { memory } = aMemory();
  const { ask } = await aChat([streaming(words('Hi.'), event({ choices: [], usage }), DONE)]);
  await memory.append({ role: 'user', content: 'Hello' });
  const reply = await ask({ messages: (await memory.assemble()).messages });
  await memory.append(assistantMessage(reply));
  if (reply.usage) await memory.reportUsage(reply.usage);
  const isReported = usage.prompt_tokens === 60;
  expect(reply.usage).toEqual(isReported ? { inputTokens: 60 } : undefined);
  expect(memory.getState().ledger.reports).toBe(isReported ? 1 : 0);
});

test('[BUD-4] a context that the server calls too long is made smaller, and asked with again', async () => {
  const { memory } = aMemory();
  const tooLong = { error: { message: 'too long', code: 'context_length_exceeded' } };
  const { ask, server } = await aChat([refusing(400, tooLong), streaming(words('Hello.'), DONE)]);
  for (const city of ['Lisbon', 'Porto', 'Braga', 'Faro']) {
    await memory.append({ role: 'user', content: `Tell me about ${city}.` });
    await memory.append({ role: 'assistant', content: `${city} has streets. `.repeat(40) });
  }
  await memory.append({ role: 'user', content: 'And now?' });
  const error = await thrownBy(ask({ messages: (await memory.assemble()).messages }));
  expect(error.code).toBe('MODEL_CONTEXT_TOO_LONG');
  const smaller = await memory.onOverflow();
  expect((await ask({ messages: smaller.messages })).text).toBe('Hello.');
  const [refused, taken] = server.requests.map(({ body }) => body.length);
  expect(taken).toBeLessThan(refused ?? 0);
});

test('[MOD-3] a key that a server speaks out is not stored', async () => {
  const { memory, store } = aMemory();
  const apiKey = 'sk-live-1234567890abcdef';
  const { ask } = await aChat(
    [streaming(words('You sent sk-live-1234567'), words('890abcdef'), DONE)],
    {
      apiKey,
    },
  );
  await memory.append({ role: 'user', content: 'Who am I?' });
  await memory.append(assistantMessage(await ask()));
  const stored = JSON.stringify(await store.load('talk'));
  expect(stored).toContain('You sent •••');
  expect(stored).not.toContain(apiKey);
});
