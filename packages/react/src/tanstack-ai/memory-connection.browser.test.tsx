import { type AgentMemory, fixedBudget, type OpenAiMessage } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { toolDefinition } from '@tanstack/ai';
import type { UIMessage } from '@tanstack/ai/client';
import {
  clientTools,
  fetchServerSentEvents,
  type UseChatReturn,
  useChat,
} from '@tanstack/ai-react';
import { act, cleanup, render } from '@testing-library/react';
import { type ReactElement, StrictMode, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ModelAnswer } from '../testing/chat-server.ts';
import {
  aMemory,
  aRoom,
  inTwoTabs,
  plain,
  saidInAnotherTab,
  storedEntries,
} from '../testing/chat-server-chats.ts';
import { type ChatRoom, saying, step } from '../testing/chat-server-room.ts';
import { memoryConnection } from './memory-connection.ts';
import { tanStackFormat } from './tanstack-format.ts';

afterEach(cleanup);

interface Seen {
  chat?: UseChatReturn;
}

interface PageProps {
  readonly memory: AgentMemory;
  readonly api: string;
  readonly seen: Seen;
}

const location = toolDefinition({
  name: 'location',
  description: 'Tells where the user is.',
  inputSchema: z.object({}),
  outputSchema: z.object({ city: z.string() }),
}).client(() => ({ city: 'Oslo' }));

/** A chat page as an app writes it. */
function Page({ memory, api, seen }: PageProps): ReactElement {
  const [connection] = useState(() => memoryConnection(memory, fetchServerSentEvents(api)));
  const chat = useChat({ connection, tools: clientTools(location) });
  seen.chat = chat as unknown as UseChatReturn;
  return <p>{chat.messages.length}</p>;
}

function aPage(memory: AgentMemory, { api }: ChatRoom) {
  const seen: Seen = {};
  render(
    <StrictMode>
      <Page memory={memory} api={api} seen={seen} />
    </StrictMode>,
  );
  const chat = (): UseChatReturn => {
    if (!seen.chat) throw new Error('Nothing was rendered.');
    return seen.chat;
  };
  return {
    chat,
    send: (text: string) =>
      act(() =>
        chat()
          .sendMessage(text)
          .then(() => undefined),
      ),
    /** Sends and does not wait for the answer. */
    begin: async (text: string) => {
      let ended = Promise.resolve();
      await act(async () => {
        ended = chat()
          .sendMessage(text)
          .then(() => undefined);
      });
      return { ended };
    },
  };
}

function byTanStack(answer: ModelAnswer): ModelAnswer {
  return { ...answer, sdk: 'tanstack' };
}

function wordsOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
}

/** Waits until the conversation in the memory is the visible list, but for what is noted beside it later. */
async function keptIsShown(memory: AgentMemory, chat: () => UseChatReturn): Promise<void> {
  await expect
    .poll(async () => content(await memory.messages({ format: tanStackFormat })))
    .toEqual(content(chat().messages));
}

function content(messages: readonly UIMessage[]): unknown {
  return plain(messages.map(({ createdAt: _, metadata: __, ...message }) => message));
}

/** Waits until the visible list says this. */
async function shows(chat: () => UseChatReturn, ...words: readonly string[]): Promise<void> {
  await expect.poll(() => chat().messages.map(wordsOf)).toEqual(words);
}

interface WireMessage {
  readonly role: string;
  readonly content?: string;
}

/** The messages of a request as the server got them. */
async function sentTo(room: ChatRoom, request: number): Promise<readonly WireMessage[]> {
  const messages: unknown = (await room.requests())[request]?.messages;
  return (messages ?? []) as readonly WireMessage[];
}

/** Earlier messages, which can leave the context. */
const longTalk = Array.from({ length: 20 }, (_, turn) => ({
  role: turn % 2 === 0 ? 'user' : 'assistant',
  content: `Turn ${turn}: parcel ${1_000 + turn} is in the depot and leaves in the morning.`,
})) satisfies OpenAiMessage[];

test('[RCT-5] a chat of TanStack AI keeps what is said, in StrictMode', async () => {
  const room = await aRoom(byTanStack(saying('Hello.')), byTanStack(saying('Bye.')));
  const memory = aMemory();
  const { chat, send } = aPage(memory, room);
  await send('Hi');
  await send('I am off');
  await shows(chat, 'Hi', 'Hello.', 'I am off', 'Bye.');
  await keptIsShown(memory, chat);
  expect(memory.entries()).toHaveLength(4);
});

test('[BUD-3] the server gets the context that fits, and the visible list stays whole', async () => {
  const answers = Array.from({ length: 12 }, (_, turn) =>
    byTanStack(saying(`Parcel ${1_000 + turn} is in the depot and leaves in the morning.`)),
  );
  const room = await aRoom(...answers);
  const memory = aMemory({ budget: fixedBudget(400) });
  const { chat, send } = aPage(memory, room);
  for (let turn = 0; turn < 12; turn += 1) {
    await send(`Question ${turn}: where is parcel ${1_000 + turn}, which I sent on Monday?`);
  }
  expect(chat().messages).toHaveLength(24);
  const sent = await sentTo(room, 11);
  expect(sent.length).toBeLessThan(23);
  expect(sent.at(-1)?.content).toContain('Question 11');
  await keptIsShown(memory, chat);
});

test('[MSG-1] reasoning, a tool that the server runs and usage are kept', async () => {
  const steps = [
    {
      ...step(
        { type: 'reasoning', text: 'Weather, then.' },
        { type: 'call', id: 'w', tool: 'weather', input: { city: 'Oslo' } },
      ),
      inputTokens: 500,
    },
    step('It is cold.'),
  ];
  const room = await aRoom({ kind: 'model', steps, sdk: 'tanstack' });
  const memory = aMemory();
  const { chat, send } = aPage(memory, room);
  await send('Weather?');
  await keptIsShown(memory, chat);
  const roles = memory.entries().map(({ message }) => message.role);
  expect(roles.filter((role) => role === 'tool')).toHaveLength(1);
  expect(JSON.stringify(memory.entries())).toContain('Weather, then.');
});

test('[TOK-5] the usage that a run reports is learned', async () => {
  const answer = { ...step('Hello.'), inputTokens: 640, cachedInputTokens: 128 };
  const room = await aRoom({ kind: 'model', steps: [answer], sdk: 'tanstack' });
  const memory = aMemory();
  const before = memory.getState().ledger;
  const { send } = aPage(memory, room);
  await send('Hi');
  await expect.poll(() => memory.getState().ledger).not.toEqual(before);
});

test('[RCT-5] a tool that the page runs is answered in the same conversation', async () => {
  const call = { type: 'call', id: 'l', tool: 'location', input: {} } as const;
  const room = await aRoom(byTanStack(saying(call)), byTanStack(saying('You are in Oslo.')));
  const memory = aMemory();
  const { chat, send } = aPage(memory, room);
  await send('Where am I?');
  await expect.poll(() => chat().messages.map(wordsOf).at(-1)).toBe('You are in Oslo.');
  const results = (await sentTo(room, 1)).filter(({ role }) => role === 'tool');
  expect(results).toMatchObject([{ content: '{"city":"Oslo"}' }]);
  await keptIsShown(memory, chat);
});

test('[RCT-5] what was said before the user stopped is kept', async () => {
  const room = await aRoom(byTanStack(saying('Well, let me see. ', { type: 'wait' }, 'No.')));
  const memory = aMemory();
  const { chat, begin } = aPage(memory, room);
  const sending = await begin('Is it so?');
  await expect.poll(() => chat().messages.map(wordsOf).at(-1)).toBe('Well, let me see. ');
  await act(async () => {
    chat().stop();
    await sending.ended;
  });
  await keptIsShown(memory, chat);
  expect(memory.entries()).toHaveLength(2);
});

test('[RCT-5] what was said before the connection broke is kept', async () => {
  const room = await aRoom(byTanStack(saying('Half of ', { type: 'wait' }, 'it.')));
  const memory = aMemory();
  const { chat, begin } = aPage(memory, room);
  const sending = await begin('Tell me.');
  await expect.poll(() => chat().messages.map(wordsOf).at(-1)).toBe('Half of ');
  await act(async () => {
    await room.cut();
    await sending.ended;
  });
  expect(chat().error).toBeDefined();
  await keptIsShown(memory, chat);
  expect(memory.entries()).toHaveLength(2);
});

test('[MSG-5] an answer given again moves the head, and the first one stays stored', async () => {
  const room = await aRoom(byTanStack(saying('Heads.')), byTanStack(saying('Tails.')));
  const memory = aMemory();
  const { chat, send } = aPage(memory, room);
  await send('Toss.');
  await act(() => chat().reload());
  await shows(chat, 'Toss.', 'Tails.');
  await keptIsShown(memory, chat);
  expect(memory.branches()).toHaveLength(2);
  expect(await storedEntries(memory)).toBe(3);
});

test('[BUD-4] where the context is refused as too long a smaller one is sent', async () => {
  const refused = saying({ type: 'fail', message: 'prompt is too long: 9 tokens > 8 maximum' });
  const room = await aRoom(byTanStack(refused), byTanStack(saying('Hello.')));
  const memory = aMemory({ initialMessages: longTalk });
  const { chat, send } = aPage(memory, room);
  await send('Hi');
  await shows(chat, 'Hi', 'Hello.');
  expect(chat().error).toBeUndefined();
  const [whole, smaller] = [await sentTo(room, 0), await sentTo(room, 1)];
  expect(JSON.stringify(smaller).length).toBeLessThan(JSON.stringify(whole).length);
  await expect.poll(() => memory.entries()).toHaveLength(22);
});

test('[NS-2] [RCT-5] a turn of another tab that a chat never showed stays, in front of its next one', async () => {
  const room = await aRoom(byTanStack(saying('Hello.')), byTanStack(saying('Rome.')));
  const [memory, other] = await inTwoTabs(indexedDbStore);
  const { chat, send } = aPage(memory, room);
  await send('Hi');
  await keptIsShown(memory, chat);
  await expect.poll(() => other.entries()).toHaveLength(2);
  await saidInAnotherTab(other, memory, 'Norway?', 'Oslo.');
  await send('Italy?');
  const talk = ['Hi', 'Hello.', 'Norway?', 'Oslo.', 'Italy?'];
  expect((await sentTo(room, 1)).map((message) => message.content)).toEqual(talk);
  await expect
    .poll(async () => (await other.messages({ format: tanStackFormat })).map(wordsOf))
    .toEqual([...talk, 'Rome.']);
  expect(memory.branches()).toHaveLength(1);
});
