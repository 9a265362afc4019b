import { sessionRuns } from '@agent-memory/agent';
import { createAgentMemory } from '@agent-memory/core';
import { expect, onTestFinished, test } from 'vitest';
import { anthropicProvider } from './testing/servers/anthropic-server.ts';
import { openAiProvider } from './testing/servers/openai-server.ts';
import { type Provider, startStrictServer } from './testing/servers/strict-server.ts';
import { anthropicTurns, openAiTurns } from './testing/tool-turns.ts';

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
  const { memory, tools } = await aSession();
  await openAiTurns(server.url, memory, tools);
  expect([server.requests, server.faults]).toEqual([3, []]);
  expect(JSON.stringify(memory.entries())).not.toContain('"isError":true');
  expect(JSON.stringify(memory.entries().at(-2))).toContain('The code of the hotel is Q4L9HS.');
});

test('[BLK-1] Anthropic’s client and rules take the tools, their calls and what they bring back', async () => {
  const server = await started(anthropicProvider({ windowTokens, script: script() }));
  const { memory, tools } = await aSession();
  await anthropicTurns(server.url, memory, tools);
  expect([server.requests, server.faults]).toEqual([3, []]);
  expect(JSON.stringify(memory.entries())).not.toContain('"isError":true');
  expect(JSON.stringify(memory.entries().at(-2))).toContain('The code of the hotel is Q4L9HS.');
});
