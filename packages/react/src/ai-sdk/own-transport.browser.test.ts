import type { AgentMemory } from '@agent-memory/core';
import { Chat } from '@ai-sdk/react';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { expect, test } from 'vitest';
import {
  aChat,
  aMemory,
  aRoom,
  keptIsShown,
  says,
  shown,
  storedEntries,
} from '../testing/chat-server-chats.ts';
import { type ChatRoom, saying, step } from '../testing/chat-server-room.ts';
import { keepOnFinish, prepareSendMessagesRequest } from './memory-transport.ts';

/** A chat whose app keeps its own transport. */
function aChatOfItsOwn(
  memory: AgentMemory,
  { api }: ChatRoom,
  init: ConstructorParameters<typeof Chat<UIMessage>>[0] = {},
): Chat<UIMessage> {
  const transport = new DefaultChatTransport<UIMessage>({
    api,
    body: { theme: 'dark' },
    prepareSendMessagesRequest: prepareSendMessagesRequest(memory),
  });
  return new Chat({ id: memory.id, transport, onFinish: keepOnFinish(memory), ...init });
}

test('[RCT-5] prepares the request of a transport that the app keeps, and keeps what it answers', async () => {
  const memory = aMemory();
  const room = await aRoom(
    { kind: 'model', steps: [{ ...step('Hello.'), inputTokens: 640 }] },
    saying('Bye.'),
  );
  const chat = aChatOfItsOwn(memory, room);
  await chat.sendMessage({ text: 'Hi' });
  await keptIsShown(memory, chat);
  await expect.poll(() => memory.getState().ledger.last?.reportedTokens).toBe(640);
  await chat.sendMessage({ text: 'I am off' });
  await keptIsShown(memory, chat);
  expect(shown(chat)).toEqual(['Hi', 'Hello.', 'I am off', 'Bye.']);
  expect(await storedEntries(memory)).toBe(4);
  const [, second] = await room.requests();
  expect(second).toMatchObject({ id: memory.id, trigger: 'submit-message', theme: 'dark' });
});

test('[RCT-5] keeps what was said until it was stopped, by its own transport too', async () => {
  const memory = aMemory();
  const room = await aRoom(saying('One two ', { type: 'wait' }, 'three.'));
  const chat = aChatOfItsOwn(memory, room);
  const sending = chat.sendMessage({ text: 'Count.' });
  await says(chat, 'One two ');
  await chat.stop();
  await sending;
  await keptIsShown(memory, chat);
});

test('[RCT-5] keeps an answer once where both the wrapper and onFinish keep it', async () => {
  const memory = aMemory();
  const room = await aRoom(
    { kind: 'model', steps: [{ ...step('Hello.'), inputTokens: 640 }] },
    saying('Bye.'),
  );
  const chat = aChat(memory, room, { onFinish: keepOnFinish(memory) });
  await chat.sendMessage({ text: 'Hi' });
  await chat.sendMessage({ text: 'I am off' });
  await keptIsShown(memory, chat);
  expect(await storedEntries(memory)).toBe(4);
  expect(memory.getState().ledger.reports).toBe(1);
});

test('[TOK-5] of an answer in several requests reports each, and none of several steps', async () => {
  const memory = aMemory();
  const where = { type: 'call', id: 'c', tool: 'location', input: {} } as const;
  const warm = { type: 'call', id: 'd', tool: 'weather', input: { city: 'Bern' } } as const;
  const room = await aRoom(
    { kind: 'model', steps: [{ ...step(where), inputTokens: 640 }] },
    {
      kind: 'model',
      steps: [
        { ...step(warm), inputTokens: 700 },
        { ...step('12 degrees.'), inputTokens: 760 },
      ],
    },
  );
  const chat = aChatOfItsOwn(memory, room, {
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: ({ toolCall }) => {
      if (toolCall.toolName !== 'location') return;
      void chat.addToolOutput({ tool: 'location', toolCallId: 'c', output: { city: 'Bern' } });
    },
  });
  await chat.sendMessage({ text: 'How warm is it here?' });
  await says(chat, '12 degrees.');
  await expect.poll(() => storedEntries(memory)).toBe(6);
  expect(memory.getState().ledger).toMatchObject({ reports: 1, last: { reportedTokens: 640 } });
});
