// The code of docs/recipes/own-format.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { lines } from './own-format.ts';

export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });

export async function send(text: string): Promise<void> {
  await memory.append({ id: crypto.randomUUID(), from: 'person', text }, { format: lines });
  const context = await memory.assemble({ format: lines });
  const response = await fetch('/api/lines', { method: 'POST', body: JSON.stringify(context) });
  await memory.append(await response.json(), { format: lines });
}
