import { Chat } from '@ai-sdk/react';
import { DirectChatTransport, ToolLoopAgent, tool, type UIMessage } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aMemory, keptIsShown, says, shown } from '../testing/chat-server-chats.ts';
import { scriptedModel } from '../testing/chat-server-model.ts';
import { step } from '../testing/chat-server-room.ts';
import { chatFunctionsOf } from './chat-functions.ts';

const never = () => new Promise<void>(() => undefined);

test('[RCT-5] works with a model that runs in the page, its tools, and its usage', async () => {
  const memory = aMemory();
  const call = { type: 'call', id: 'c', tool: 'weather', input: { city: 'Bern' } } as const;
  const model = scriptedModel(
    [
      { ...step('Let me see.', call), inputTokens: 640 },
      { ...step('12 degrees.'), inputTokens: 700 },
      { ...step('You are welcome.'), inputTokens: 720 },
    ],
    never,
  );
  const weather = tool({
    inputSchema: z.object({ city: z.string() }),
    execute: () => ({ celsius: 12 }),
  });
  const agent = new ToolLoopAgent({ model, tools: { weather } });
  const inner = new DirectChatTransport({
    agent,
    messageMetadata: ({ part }) =>
      part.type === 'finish-step' ? { usage: part.usage } : undefined,
  });
  const chat = new Chat({ transport: chatFunctionsOf(memory).transport(inner) });
  await chat.sendMessage({ text: 'How warm is it in Bern?' });
  await keptIsShown(memory, chat);
  await expect.poll(() => memory.getState().ledger.last?.reportedTokens).toBe(640);
  await chat.sendMessage({ text: 'Thanks' });
  await keptIsShown(memory, chat);
  expect(shown(chat).at(-1)).toBe('You are welcome.');
  expect(model.doStreamCalls).toHaveLength(3);
});

test('[RCT-5] stops a model that runs in the page and keeps what it said', async () => {
  const memory = aMemory();
  const model = scriptedModel([step('One two ', { type: 'wait' }, 'three.')], never);
  const inner = new DirectChatTransport<
    never,
    Record<never, never>,
    never,
    UIMessage<unknown, never, Record<never, never>>
  >({ agent: new ToolLoopAgent({ model }) });
  const chat = new Chat({ transport: chatFunctionsOf(memory).transport(inner) });
  const sending = chat.sendMessage({ text: 'Count.' });
  await says(chat, 'One two ');
  await chat.stop();
  await sending;
  await keptIsShown(memory, chat);
  expect(chat.error).toBeUndefined();
});
