// The code of docs/recipes/openai.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import OpenAI from 'openai';

const client = new OpenAI();
const model = 'gpt-5';
export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });

export async function send(content: string): Promise<void> {
  await memory.append({ role: 'user', content });
  const { messages } = await memory.assemble({ format: 'openai' });
  const answer = await client.chat.completions.create({ model, messages });
  await memory.append(answer);
  const inputTokens = answer.usage?.prompt_tokens;
  if (inputTokens) await memory.reportUsage({ inputTokens }).catch(console.warn);
}
