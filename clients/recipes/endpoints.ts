// The code of docs/recipes/endpoints.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { openAiFor } from '@agent-memory/formats';

const format = openAiFor('deepseek');
export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });

export async function send(content: string, address: string): Promise<void> {
  await memory.append({ role: 'user', content });
  const { messages } = await memory.assemble({ format });
  const body = JSON.stringify({ model: 'deepseek-chat', messages });
  const response = await fetch(`${address}/chat/completions`, { method: 'POST', body });
  await memory.append(await response.json());
}
