// The code of docs/recipes/langchain.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { agentMemoryMiddleware } from '@agent-memory/langchain/middleware';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';

export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });
const agent = createAgent({
  model: new ChatOpenAI({ model: 'gpt-5' }),
  tools: [],
  middleware: [agentMemoryMiddleware(memory)],
});

export async function send(content: string): Promise<void> {
  await agent.invoke({ messages: [{ role: 'user', content }] });
}
