// The code of docs/recipes/fetch.md; `npm run docs` writes it.
import { createAgentMemory, type OpenAiMessage } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';

export const memory = createAgentMemory({
  id: 'support',
  contextWindow: 128_000,
  store: indexedDbStore(),
});

export async function send(content: string): Promise<void> {
  await memory.append({ role: 'user', content });
  const { messages } = await memory.assemble();
  const response = await fetch('/api/chat', { method: 'POST', body: JSON.stringify({ messages }) });
  const answer: OpenAiMessage = await response.json();
  await memory.append(answer);
}
