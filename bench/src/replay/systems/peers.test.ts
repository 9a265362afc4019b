import { expect, test } from 'vitest';
import { type ChatMessage, textOf } from '../chat-message.mjs';
import { assistant, call, result, system, user, words } from '../testing/builders.mjs';
import { aiSdkPruneMessages } from './ai-sdk-prune-messages.mjs';
import { headAndTail } from './head-and-tail.mjs';
import { langChainContextEditing } from './langchain-context-editing.mjs';
import {
  langChainSummarization,
  langChainSummarizationByShare,
} from './langchain-summarization.mjs';
import {
  langChainTrimMessages,
  langChainTrimMessagesFromHuman,
} from './langchain-trim-messages.mjs';
import { mastraTokenLimiter } from './mastra-token-limiter.mjs';
import { openAiAgentsSessionLimit } from './openai-agents-session-limit.mjs';
import { slidingWindow } from './sliding-window.mjs';
import type { System } from './system.mjs';

const SYSTEM = system(words(6));
const PEERS = [
  langChainTrimMessages,
  langChainTrimMessagesFromHuman,
  langChainContextEditing,
  langChainSummarization,
  langChainSummarizationByShare,
  aiSdkPruneMessages,
  mastraTokenLimiter,
  openAiAgentsSessionLimit,
  slidingWindow,
  headAndTail,
];

async function contextOf(peer: System, budget: number, messages: readonly ChatMessage[]) {
  const memory = await openWith(peer, budget, messages);
  return memory.assemble();
}

async function openWith(peer: System, budget: number, messages: readonly ChatMessage[]) {
  const [first] = messages;
  const system = first?.role === 'system' ? textOf(first) : undefined;
  const memory = await peer.open({ budget, system });
  for (const message of messages) await memory.append(message);
  return memory;
}

/** So many calls with their results, each of them about 70 tokens. */
function steps(count: number): ChatMessage[] {
  return Array.from({ length: count }, (_, index) => [
    call(`c${index}`),
    result(`c${index}`, `result ${index}${words(60)}`),
  ]).flat();
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

test('[BENCH] context editing clears all tool results but three once the budget is reached', async () => {
  const messages = [SYSTEM, user('a'), ...steps(5)];
  expect(await contextOf(langChainContextEditing, 1000, messages)).toEqual(messages);
  const edited = await contextOf(langChainContextEditing, 350, messages);
  expect(edited.filter((message) => message.role === 'tool')).toEqual([
    result('c0', '[cleared]'),
    result('c1', '[cleared]'),
    ...messages.slice(-6).filter((message) => message.role === 'tool'),
  ]);
  expect(edited.filter((message) => message.role !== 'tool')).toEqual(
    messages.filter((message) => message.role !== 'tool'),
  );
});

test('[BENCH] context editing leaves what it cleared cleared, and waits for the budget again', async () => {
  const memory = await openWith(langChainContextEditing, 350, [SYSTEM, user('a'), ...steps(5)]);
  const before = await memory.assemble();
  await memory.append(call('new'));
  await memory.append(result('new'));
  expect(await memory.assemble()).toEqual([...before, call('new'), result('new')]);
});

test('[BENCH] context editing has nothing to shorten where there are no tool results', async () => {
  const messages = [SYSTEM, user(words(60)), assistant(words(60))];
  expect(await contextOf(langChainContextEditing, 50, messages)).toEqual(messages);
});

test('[BENCH] summarisation keeps the system message and the last twenty messages', async () => {
  const messages = [SYSTEM, ...Array.from({ length: 30 }, (_, index) => user(`message ${index}`))];
  expect(await contextOf(langChainSummarization, 100, messages)).toEqual([
    SYSTEM,
    user(
      `Here is a summary of the conversation to date:\n\n${messages
        .slice(1, 11)
        .map((message) => `Human: ${textOf(message)}`)
        .join('\n')}`,
    ),
    ...messages.slice(-20),
  ]);
});

test('[BENCH] summarisation keeps its history until the budget is reached again', async () => {
  const messages = Array.from({ length: 30 }, (_, index) => user(`${index}${words(59)}`));
  const memory = await openWith(langChainSummarization, 1910, [SYSTEM, ...messages]);
  const before = await memory.assemble();
  expect(before).toHaveLength(22);
  await memory.append(user('next'));
  expect(await memory.assemble()).toEqual([...before, user('next')]);
});

test('[BENCH] summarisation by shares waits for 80 % of the budget and keeps 30 %', async () => {
  const messages = Array.from({ length: 8 }, (_, index) => user(`${index}${words(93)}`));
  expect(await contextOf(langChainSummarizationByShare, 1000, messages)).toEqual(messages);
  const more = [...messages, user(words(20))];
  const [summary, ...kept] = await contextOf(langChainSummarizationByShare, 1000, more);
  expect(textOf(summary ?? user(''))).toContain('Here is a summary');
  expect(kept).toEqual(more.slice(-3));
});

test('[BENCH] Mastra drops a call with its result, and fills the room with what is older', async () => {
  const messages = [SYSTEM, user('a'), call('c1', { query: words(300) }), result('c1'), user('b')];
  expect(await contextOf(mastraTokenLimiter, 200, messages)).toEqual([
    SYSTEM,
    user('a'),
    user('b'),
  ]);
});

test('[BENCH] Mastra refuses where nothing fits', async () => {
  const refusal = contextOf(mastraTokenLimiter, 60, [SYSTEM, user(words(300))]);
  await expect(refusal).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' });
});

test('[BENCH] OpenAI Agents keeps the newest items that fit beside the instructions, and orphans results', async () => {
  const spoken = { ...call('c1', { query: words(30) }), content: words(6) };
  const messages = [SYSTEM, user('a'), spoken, result('c1', words(6)), user(words(6))];
  expect(await contextOf(openAiAgentsSessionLimit, 1000, messages)).toEqual(messages);
  expect(await contextOf(openAiAgentsSessionLimit, 44, messages)).toEqual([
    SYSTEM,
    ...messages.slice(-2),
  ]);
});

test('[BENCH] OpenAI Agents cuts between the text of an answer and its call', async () => {
  const spoken = { ...call('c1'), content: words(40) };
  expect(await contextOf(openAiAgentsSessionLimit, 40, [user('a'), spoken, result('c1')])).toEqual([
    { ...spoken, content: '' },
    result('c1'),
  ]);
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
