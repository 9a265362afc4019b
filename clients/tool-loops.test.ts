import { type AnyTool, aiSdkTools, scratchpadTools, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory, defaultScratchpad } from '@agent-memory/core';
import { aiSdk } from '@agent-memory/formats';
import { createLongTermMemory } from '@agent-memory/long-term';
import { memoryTools } from '@agent-memory/long-term/tools';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type ModelMessage, stepCountIs, streamText } from 'ai';
import { expect, onTestFinished, test } from 'vitest';
import { anthropicProvider } from './testing/servers/anthropic-server.ts';
import { openAiProvider } from './testing/servers/openai-server.ts';
import type { Script } from './testing/servers/script.ts';
import { type Provider, startStrictServer } from './testing/servers/strict-server.ts';
import { anthropicTurns, openAiTurns } from './testing/tool-turns.ts';

const windowTokens = 32_000;

const call = (name: string, args: object | string) => ({
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
});

const memory = { type: 'user', kind: 'preference', text: 'The user wants a quiet room.' };

/** One mistake after the other, then all of it right, several tools at once. */
const MISTAKES = [
  [call('recall', { message: 'the first' })],
  [call('recal', { message: 0 })],
  [call('update_scratchpad', {}), call('search_session', { qurey: 'hotel' })],
  [call('save_memory', { ...memory, kind: 'wish' }), call('recall', { message: 99 })],
];
const RIGHT = [
  [
    call('recall', { message: 0 }),
    call('set_goal', { goal: 'Book a quiet room' }),
    call('save_memory', { ...memory, source: 'agent_inferred' }),
  ],
];

/** The results that the model is told, in this order. */
const WORDS = [
  /message`? must be an integer; got \\*"the first/,
  /recal\b/,
  /at least one field/,
  /qurey/,
  /kind/,
  /99/,
  /The code of the hotel is Q4L9HS\./,
  /./,
  /./,
];

function script(rounds: readonly (readonly ReturnType<typeof call>[])[]): Script {
  const steps = [...rounds];
  return () => ({ text: steps.length === 0 ? 'It is done.' : '', calls: steps.shift() ?? [] });
}

async function started(provider: Provider) {
  const server = await startStrictServer(provider);
  onTestFinished(() => server.stop());
  return server;
}

/** A session with every tool that a model is offered. */
async function aSession() {
  const runs = sessionRuns();
  const longTerm = createLongTermMemory({ user: 'ada' });
  const saving = memoryTools(longTerm);
  const session = createAgentMemory({
    id: 'hotel',
    contextWindow: windowTokens,
    features: [runs.feature],
    tools: [...runs.definitions, ...saving],
  });
  const tools: readonly AnyTool[] = [
    ...runs.of(session).tools,
    ...scratchpadTools(session, defaultScratchpad),
    ...saving,
  ];
  await session.append({ role: 'user', content: 'The code of the hotel is Q4L9HS.' });
  await session.append({ role: 'assistant', content: 'Noted.' });
  await session.append({ role: 'user', content: 'Book me a quiet room there.' });
  return { session, tools, longTerm };
}

type Session = Awaited<ReturnType<typeof aSession>>;

/** Each result said what was wrong, or gave what was asked for, and all that was asked for was done. */
async function isDone({ session, longTerm }: Session, words: readonly RegExp[]) {
  const results = session
    .entries()
    .flatMap(({ message }) => message.parts)
    .filter((part) => part.type === 'tool-result');
  expect(results).toHaveLength(words.length);
  for (const [index, { text }] of results.entries()) expect(text).toMatch(words[index] ?? /^$/);
  const wrong = results.map(({ isError }) => isError === true);
  expect(wrong.lastIndexOf(true)).toBeLessThan(words.length - 3);
  expect(session.getState().scratchpad).toMatchObject({ objective: 'Book a quiet room' });
  const { items } = await longTerm.list({});
  expect(items.map(({ record }) => record.text)).toEqual([memory.text]);
  expect(session.entries().at(-1)?.message.parts).toMatchObject([{ text: 'It is done.' }]);
}

const BROKEN = [[call('recall', '{"message":')]];

test('[TOOL-1] [TOOL-2] through OpenAI’s client: each mistake is answered in words, and the loop goes on', async () => {
  const rules = { windowTokens, script: script([...BROKEN, ...MISTAKES, ...RIGHT]) };
  const server = await started(openAiProvider(rules));
  const parts = await aSession();
  await openAiTurns(server.url, parts.session, parts.tools);
  expect(server.faults).toEqual([]);
  await isDone(parts, [/The arguments are not JSON/, ...WORDS]);
});

test('[TOOL-1] [TOOL-2] through Anthropic’s client: each mistake is answered in words, and the loop goes on', async () => {
  const rules = { windowTokens, script: script([...MISTAKES, ...RIGHT]) };
  const server = await started(anthropicProvider(rules));
  const parts = await aSession();
  await anthropicTurns(server.url, parts.session, parts.tools);
  expect(server.faults).toEqual([]);
  await isDone(parts, WORDS);
});

type Asked = Pick<Parameters<typeof generateText>[0], 'model' | 'tools'> & {
  readonly messages: ModelMessage[];
};

const LOOP = { stopWhen: stepCountIs(12), maxRetries: 0 };

const WAYS = {
  generateText: async (asked: Asked) => (await generateText({ ...asked, ...LOOP })).response,
  streamText: async (asked: Asked) => {
    const streamed = streamText({ ...asked, ...LOOP });
    await streamed.consumeStream();
    return streamed.response;
  },
};

test.each(Object.entries(WAYS))(
  '[TOOL-1] [TOOL-2] in the loop of %s: each mistake is answered in words, and the loop goes on',
  async (_, ask) => {
    const rules = { windowTokens, script: script([...BROKEN, ...MISTAKES, ...RIGHT]) };
    const server = await started(openAiProvider(rules));
    const baseURL = `${server.url}/v1`;
    const parts = await aSession();
    const { session, tools } = parts;
    const { messages } = await session.assemble({ format: aiSdk });
    const model = createOpenAICompatible({ name: 'strict', baseURL })('strict');
    const answer = await ask({ model, messages, tools: aiSdkTools(tools) });
    await session.append(answer.messages, { format: aiSdk });
    expect(server.faults).toEqual([]);
    await isDone(parts, [/JSON/, ...WORDS]);
  },
);
