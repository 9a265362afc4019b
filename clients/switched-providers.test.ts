import { runTool, sessionRuns } from '@agent-memory/agent';
import { createAgentMemory, toolCallsOf } from '@agent-memory/core';
import {
  aiSdk,
  anthropic,
  chatTemplate,
  google,
  openAiFor,
  openAiResponses,
} from '@agent-memory/formats';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, type ToolSet } from 'ai';
import { expect, onTestFinished, test } from 'vitest';
import { anthropicProvider } from './testing/servers/anthropic-server.ts';
import { googleProvider } from './testing/servers/google-server.ts';
import { openAiProvider } from './testing/servers/openai-server.ts';
import { responsesProvider } from './testing/servers/responses-server.ts';
import type { Step } from './testing/servers/script.ts';
import { type Provider, startStrictServer } from './testing/servers/strict-server.ts';

const REQUESTS = 60;

type Memory = ReturnType<typeof createAgentMemory>;
type Provided = (rules: { windowTokens: number; script: () => Step }) => Provider;

/** A provider: its rules, and one request to it, whose whole answer is appended. */
interface Target {
  readonly provider: Provided;
  readonly ask: (memory: Memory, url: string) => Promise<string>;
}

const parameters = { type: 'object', properties: { n: { type: 'integer' } } };
const named = { name: 'find', description: 'Finds.', parameters };

async function posted(url: string, body: object): Promise<never> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as never;
}

const openAiTarget = (format: ReturnType<typeof openAiFor>, provider: Provided): Target => ({
  provider,
  async ask(memory, url) {
    const { messages } = await memory.assemble({ format });
    const tools = [{ type: 'function', function: named }];
    const body = { model: 'm', messages, tools };
    await memory.append(await posted(`${url}/v1/chat/completions`, body), { format });
    return JSON.stringify(messages);
  },
});

const TARGETS: readonly Target[] = [
  openAiTarget(openAiFor('groq'), openAiProvider),
  {
    provider: responsesProvider,
    async ask(memory, url) {
      const { input } = await memory.assemble({ format: openAiResponses });
      const tools = [{ type: 'function', ...named }];
      const body = { model: 'm', input, store: false, tools };
      await memory.append(await posted(`${url}/responses`, body), { format: openAiResponses });
      return JSON.stringify(input);
    },
  },
  {
    provider: anthropicProvider,
    async ask(memory, url) {
      const { system, messages } = await memory.assemble({ format: anthropic });
      const tools = [{ name: 'find', description: 'Finds.', input_schema: parameters }];
      const body = { model: 'm', max_tokens: 900, system, messages, tools };
      await memory.append(await posted(`${url}/v1/messages`, body), { format: anthropic });
      return JSON.stringify(messages);
    },
  },
  {
    provider: googleProvider,
    async ask(memory, url) {
      const { contents, systemInstruction } = await memory.assemble({ format: google });
      const body = { contents, systemInstruction, tools: [{ functionDeclarations: [named] }] };
      await memory.append(await posted(`${url}/m:generateContent`, body), { format: google });
      return JSON.stringify(contents);
    },
  },
  {
    provider: openAiProvider,
    async ask(memory, url) {
      const { messages } = await memory.assemble({ format: aiSdk });
      const model = createOpenAICompatible({ name: 'strict', baseURL: `${url}/v1` })('m');
      const tools: ToolSet = { find: { inputSchema: jsonSchema({ type: 'object' }) } };
      const answer = await generateText({
        model,
        messages,
        allowSystemInMessages: true,
        tools,
        maxRetries: 0,
      });
      await memory.append(answer, { format: aiSdk });
      return JSON.stringify(messages);
    },
  },
  openAiTarget(chatTemplate, (rules) => openAiProvider({ ...rules, template: true })),
];

/** Calls one or two tools, then again, then says so. */
function script(): () => Step {
  let step = 0;
  return () => {
    step += 1;
    const calls = [
      { name: 'find', arguments: '{"n":1}' },
      { name: 'find', arguments: '{"n":2}' },
    ];
    return step % 3 === 0
      ? { text: 'It is done.', calls: [] }
      : { text: '', thinking: 'Hm.', calls: calls.slice(0, step % 3) };
  };
}

/** How many requests one provider answers before the next one does, and how long the results of tools are. */
test.each([
  [1, 100_000, 0],
  [2, 100_000, 0],
  [5, 100_000, 0],
  [1, 6_000, 120],
  [3, 6_000, 120],
])(
  '[MSG-6] one session over six providers, %i requests each in turn, in a window of %i: none refused, every value in the context or found',
  async (stay, windowTokens, words) => {
    const next = script();
    const servers = await Promise.all(
      TARGETS.map(({ provider }) => startStrictServer(provider({ windowTokens, script: next }))),
    );
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const system = 'You are the front desk.';
    const memory = createAgentMemory({
      id: `switched-${stay}`,
      contextWindow: windowTokens,
      system,
    });
    const { tools } = sessionRuns().of(memory);
    const finds = async (value: string) => {
      const call = { callId: 's', toolName: 'search_session', arguments: `{"query":"${value}"}` };
      return (await runTool(tools, call)).text.includes(value);
    };
    const values: string[] = [];
    for (let request = 0; request < REQUESTS; request += 1) {
      const said = memory.entries();
      const calls = said.slice(-4).flatMap(({ message }) => toolCallsOf(message));
      if (calls.length === 0 || said.at(-1)?.message.role !== 'tool') {
        values.push(`ZF${request}U`);
        await memory.append({ role: 'user', content: `Find order ${values.at(-1)}.` });
      }
      const at = Math.floor(request / stay) % TARGETS.length;
      const sent = await TARGETS[at]?.ask(memory, servers[at]?.url ?? '');
      expect(servers.flatMap(({ faults }) => faults)).toEqual([]);
      for (const value of values) {
        const isThere = sent?.includes(value) || (words > 0 && (await finds(value)));
        expect(isThere, value).toBe(true);
      }
      for (const { callId } of openCalls(memory)) {
        values.push(`ZF${request}T${values.length}`);
        const text = `The order is ${values.at(-1)}. ${'It left the harbour early. '.repeat(words / 5)}`;
        await memory.append({ role: 'tool', parts: [{ type: 'tool-result', callId, text }] });
      }
    }
    expect(servers.reduce((sum, server) => sum + server.requests, 0)).toBe(REQUESTS);
    expect(memory.getState().compactions.length > 0).toBe(windowTokens < 100_000);
  },
);

/** The calls of the newest answer, which has no results yet. */
function openCalls(memory: Memory) {
  const entries = memory.entries();
  const from = entries.findLastIndex(({ message }) => message.role !== 'assistant') + 1;
  return entries.slice(from).flatMap(({ message }) => toolCallsOf(message));
}
