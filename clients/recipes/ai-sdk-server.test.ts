import { createAgentMemory } from '@agent-memory/core';
import { aiSdkUi } from '@agent-memory/formats';
import { expect, test } from 'vitest';
import { openAiProvider } from '../testing/servers/openai-server.ts';
import { strictServer, talkingScript } from '../testing/strict-page.ts';

test('[MSG-6] docs/recipes/ai-sdk.md: the server’s half sends the context on as it is, streams, and tells usage and overflow', async () => {
  const provider = openAiProvider({ windowTokens: 2_048, script: talkingScript() });
  const server = await strictServer(provider, (url) => ({ ENDPOINT: `${url}/v1` }));
  const { POST } = await import('./ai-sdk.server.ts');
  const ask = async (content: string) => {
    const memory = createAgentMemory({ id: 'page', contextWindow: 32_000 });
    await memory.append({ role: 'user', content });
    const { messages } = await memory.assemble({ format: aiSdkUi });
    const body = JSON.stringify({ messages });
    return (await POST(new Request('http://page/api/chat', { method: 'POST', body }))).text();
  };

  const stream = await ask('Hello');
  expect(stream).toContain('"type":"text-delta"');
  expect(stream).toMatch(/"usage":\{"inputTokens":\d+/);
  expect(server.bodies[0]?.messages).toEqual([
    { role: 'system', content: 'You are a friendly assistant.' },
    { role: 'user', content: 'Hello' },
  ]);

  expect(await ask('far too long '.repeat(2_000))).toContain('context_length_exceeded');
  expect(server.faults).toEqual([]);
});
