import { createAgentMemory } from '@agent-memory/core';
import { openAiFor } from '@agent-memory/formats';
import { expect, onTestFinished, test } from 'vitest';
import { deepSeek, type Endpoint, gemini, groq } from '../testing/servers/openai-endpoints.ts';
import { openAiProvider } from '../testing/servers/openai-server.ts';
import type { Step } from '../testing/servers/script.ts';
import { startStrictServer } from '../testing/servers/strict-server.ts';

const windowTokens = 32_000;
const call = (name: string, n: number) => ({ name, arguments: JSON.stringify({ n }) });

/** Two rounds of calls, two of one tool among them, and an answer. */
const STEPS: readonly Step[] = [
  { text: '', calls: [call('find', 1), call('read', 2), call('find', 3)] },
  { text: 'Once more.', calls: [call('find', 4)] },
  { text: 'It is done.', calls: [] },
];

async function started(endpoint: Endpoint | undefined) {
  const steps = [...STEPS, ...STEPS];
  const script = () => steps.shift() ?? { text: 'Over.', calls: [] };
  const provider = openAiProvider({ windowTokens, script, ...(endpoint && { endpoint }) });
  const server = await startStrictServer(provider);
  onTestFinished(() => server.stop());
  return server;
}

interface Answer {
  readonly choices: readonly {
    readonly message: {
      readonly tool_calls?: readonly {
        readonly id: string;
        readonly function: { arguments: string };
      }[];
    };
  }[];
}

type Memory = ReturnType<typeof createAgentMemory>;

/** An agent that has `fetch` and nothing else. */
async function turn(memory: Memory, url: string, format: ReturnType<typeof openAiFor>) {
  await memory.append({ role: 'user', content: 'Look for it.' });
  for (;;) {
    const { messages } = await memory.assemble({ format });
    const tools = ['find', 'read'].map((name) => ({ type: 'function', function: { name } }));
    const body = JSON.stringify({ model: 'm', messages, tools });
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    const answer = (await response.json()) as Answer;
    await memory.append(answer, { format });
    const calls = answer.choices?.[0]?.message.tool_calls ?? [];
    if (calls.length === 0) return;
    for (const { id, function: called } of calls) {
      await memory.append({ role: 'tool', tool_call_id: id, content: `Found ${called.arguments}` });
    }
  }
}

/** Each call of a context with its own result. */
function pairsIn(messages: readonly { tool_calls?: unknown; content?: unknown }[]) {
  const calls = messages.flatMap(({ tool_calls: list = [] }) => list as never[]);
  const args = calls.map((one: { function: { arguments: string } }) => one.function.arguments);
  const told = messages
    .map(({ content }) => content)
    .filter((text) => `${text}`.startsWith('Found'));
  return { args: args.map((text) => `Found ${text}`), told };
}

test.each([
  ['OpenAI', openAiFor({ keep: [] }), undefined],
  ['Groq, which refuses fields that it does not know', openAiFor({ keep: [] }), groq],
  ['DeepSeek, which wants its reasoning back', openAiFor('deepseek'), deepSeek],
  ['Gemini, which gives no ids and wants its signatures back', openAiFor('gemini'), gemini],
])(
  '[MSG-6] an agent on `fetch` against %s: none refused, each call has its result',
  async (_, format, endpoint) => {
    const server = await started(endpoint);
    const memory = createAgentMemory({ id: 'endpoint', contextWindow: windowTokens });
    await turn(memory, server.url, format);
    await turn(memory, server.url, format);
    expect(server.faults).toEqual([]);
    expect(server.requests).toBe(6);
    const { messages } = await memory.assemble({ format });
    const { args, told } = pairsIn(messages);
    expect(args).toHaveLength(8);
    expect(told).toEqual(args);
  },
);

test('[MSG-6] what one provider has added goes to no other, and comes back with the original', async () => {
  const servers = [await started(deepSeek), await started(groq), await started(undefined)];
  const memory = createAgentMemory({ id: 'switched', contextWindow: windowTokens });
  await turn(memory, servers[0]?.url ?? '', openAiFor('deepseek'));
  await turn(memory, servers[1]?.url ?? '', openAiFor({ keep: [] }));
  await turn(memory, servers[2]?.url ?? '', openAiFor({ keep: [] }));
  expect(servers.flatMap(({ faults }) => faults)).toEqual([]);
  const originals = JSON.stringify(await memory.messages());
  for (const field of ['reasoning_content', 'executed_tools']) expect(originals).toContain(field);
});

test('[MSG-6] docs/recipes/endpoints.md: DeepSeek’s answers are stored whole, and their reasoning goes back', async () => {
  const server = await started(deepSeek);
  const { memory, send } = await import('./endpoints.ts');
  await send('Hello', server.url);
  const [, answer] = memory.entries();
  expect(answer?.message.extra).toMatchObject({ reasoning_content: 'Hm.' });
  expect(server.faults).toEqual([]);
});

test('[MSG-6] an endpoint that has no name is refused with those that have one', () => {
  expect(() => openAiFor('acme' as never)).toThrow(/must be one of deepseek, moonshot, .*keep/);
});
