import { expect, test } from 'vitest';
import type { ChatMessage } from '../chat-message.mjs';
import { assistant, call, result, system, user, words } from '../testing/builders.mjs';
import { aiSdkPruneMessages } from './ai-sdk-prune-messages.mjs';
import { headAndTail } from './head-and-tail.mjs';
import {
  langChainTrimMessages,
  langChainTrimMessagesFromHuman,
} from './langchain-trim-messages.mjs';
import { slidingWindow } from './sliding-window.mjs';
import type { System } from './system.mjs';

const SYSTEM = system(words(6));
const PEERS = [
  langChainTrimMessages,
  langChainTrimMessagesFromHuman,
  aiSdkPruneMessages,
  slidingWindow,
  headAndTail,
];

async function contextOf(peer: System, budget: number, messages: readonly ChatMessage[]) {
  const memory = await peer.open({ budget });
  for (const message of messages) await memory.append(message);
  return memory.assemble();
}

test.each(PEERS)('[BENCH] $name sends a short session as it was appended', async (peer) => {
  const messages = [SYSTEM, user('a'), assistant('b'), user('c')];
  expect(await contextOf(peer, 1000, messages)).toEqual(messages);
});

test.each(PEERS)(
  '[BENCH] $name keeps the bytes of calls, arguments that are not JSON included',
  async (peer) => {
    const odd: ChatMessage = {
      role: 'assistant',
      content: 'Looking.',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'look', arguments: '{ "a" : 1' } },
      ],
    };
    const messages = [user('a'), odd, result('c1', 'found')];
    expect(await contextOf(peer, 1000, messages)).toEqual(messages);
  },
);

test.each(PEERS)('[BENCH] $name receives clipped tool results', async (peer) => {
  const context = await contextOf(peer, 400, [user('a'), call('c1'), result('c1', words(390))]);
  const last = context.at(-1);
  expect(last?.role).toBe('tool');
  expect(String(last?.content).length).toBeLessThan(words(100).length);
});

test('[BENCH] LangChain keeps the system message and the newest that fit, and orphans results', async () => {
  const large = call('c1', { query: words(30) });
  const messages = [SYSTEM, user('a'), large, result('c1', words(6)), user(words(6))];
  expect(await contextOf(langChainTrimMessages, 44, messages)).toEqual([
    SYSTEM,
    ...messages.slice(-2),
  ]);
});

test('[BENCH] LangChain gives nothing where no human message is left', async () => {
  const messages = [SYSTEM, user(words(60)), call('c1'), result('c1')];
  expect(await contextOf(langChainTrimMessagesFromHuman, 50, messages)).toEqual([]);
});

test('[BENCH] LangChain gives nothing where not even the system message fits', async () => {
  expect(await contextOf(langChainTrimMessages, 9, [SYSTEM, user('a')])).toEqual([]);
});

test('[BENCH] the AI SDK drops tool calls before the last two messages, with what they leave empty', async () => {
  const spoken = { ...call('c2'), content: 'Looking.' };
  const messages = [
    user('a'),
    call('c1'),
    result('c1'),
    spoken,
    result('c2'),
    user('b'),
    assistant('c'),
  ];
  expect(await contextOf(aiSdkPruneMessages, 1000, messages)).toEqual([
    user('a'),
    assistant('Looking.'),
    user('b'),
    assistant('c'),
  ]);
});

test('[BENCH] the AI SDK keeps a call whose result is among the last two messages', async () => {
  const messages = [user('a'), call('c1'), result('c1'), user('b')];
  const context = await contextOf(aiSdkPruneMessages, 1000, messages);
  expect(context.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user']);
});

test('[BENCH] the sliding window keeps twenty messages beside the system message', async () => {
  const messages = Array.from({ length: 25 }, (_, index) => user(`message ${index}`));
  expect(await contextOf(slidingWindow, 10, messages)).toEqual(messages.slice(-20));
  expect(await contextOf(slidingWindow, 10, [SYSTEM, ...messages])).toEqual([
    SYSTEM,
    ...messages.slice(-20),
  ]);
});

test('[BENCH] head + tail keeps the head, and the newest messages within the budget', async () => {
  const messages = [SYSTEM, user(words(6)), user('old'), user(words(16)), user(words(6))];
  expect(await contextOf(headAndTail, 50, messages)).toEqual([
    ...messages.slice(0, 2),
    ...messages.slice(3),
  ]);
  expect(await contextOf(headAndTail, 10, messages)).toEqual(messages.slice(0, 2));
});
