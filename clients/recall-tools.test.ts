import { createAgentMemory } from '@agent-memory/core';
import { sessionRuns } from '@agent-memory/core/runs';
import { anthropicTools, openAiTools, runTool } from '@agent-memory/core/tools';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, onTestFinished, test } from 'vitest';
import { anthropicProvider } from './servers/anthropic-server.ts';
import { openAiProvider } from './servers/openai-server.ts';
import { type Provider, startStrictServer } from './servers/strict-server.ts';

const windowTokens = 16_000;

/** A model that looks for a value, has its message brought back, and is done. */
function script() {
  const steps = [
    { text: '', calls: [{ name: 'search_session', arguments: '{"query":"code of the hotel"}' }] },
    { text: '', calls: [{ name: 'recall', arguments: '{"message":0}' }] },
    { text: 'It is Q4L9HS.', calls: [] },
  ];
  return () => steps.shift() ?? { text: 'Done.', calls: [] };
}

async function started(provider: Provider) {
  const server = await startStrictServer(provider);
  onTestFinished(() => server.stop());
  return server;
}

async function aSession() {
  const runs = sessionRuns();
  const memory = createAgentMemory({
    id: 'hotel',
    contextWindow: windowTokens,
    features: [runs.feature],
    tools: runs.definitions,
  });
  await memory.append({ role: 'user', content: 'The code of the hotel is Q4L9HS.' });
  await memory.append({ role: 'assistant', content: 'Noted.' });
  await memory.append({ role: 'user', content: 'Which code was it?' });
  return { memory, tools: runs.of(memory).tools };
}

test('[BLK-1] OpenAI’s client and rules take the tools, their calls and what they bring back', async () => {
  const server = await started(openAiProvider({ windowTokens, script: script() }));
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  const { memory, tools } = await aSession();
  for (;;) {
    const { messages } = await memory.assemble();
    const sent = { model: 'strict', messages, tools: openAiTools(tools) };
    const reply = (await client.chat.completions.create(sent)).choices[0]?.message;
    if (!reply) throw new Error('No reply.');
    await memory.append(reply);
    if (!reply.tool_calls) break;
    for (const call of reply.tool_calls) {
      if (call.type !== 'function') continue;
      const { name: toolName, arguments: text } = call.function;
      const result = await runTool(tools, { callId: call.id, toolName, arguments: text });
      expect(result.isError).toBeUndefined();
      await memory.append({ role: 'tool', parts: [result] });
    }
  }
  expect([server.requests, server.faults]).toEqual([3, []]);
  expect(JSON.stringify(memory.entries().at(-2))).toContain('The code of the hotel is Q4L9HS.');
});

test('[BLK-1] Anthropic’s client and rules take the tools, their calls and what they bring back', async () => {
  const server = await started(anthropicProvider({ windowTokens, script: script() }));
  const client = new Anthropic({ apiKey: 'none', baseURL: server.url, maxRetries: 0 });
  const { memory, tools } = await aSession();
  for (;;) {
    const { system, messages } = await memory.assemble({ format: 'anthropic' });
    const { content } = await client.messages.create({
      model: 'strict',
      max_tokens: 500,
      ...(system && { system }),
      messages,
      tools: anthropicTools(tools),
    });
    await memory.append({ role: 'assistant', content }, { format: 'anthropic' });
    const calls = content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) break;
    for (const { id, name, input } of calls) {
      const call = { callId: id, toolName: name, arguments: JSON.stringify(input) };
      await memory.append({ role: 'tool', parts: [await runTool(tools, call)] });
    }
  }
  expect([server.requests, server.faults]).toEqual([3, []]);
  expect(JSON.stringify(memory.entries().at(-2))).toContain('The code of the hotel is Q4L9HS.');
});
