// The code of docs/recipes/openai-responses.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { openAiResponses } from '@agent-memory/formats';
import OpenAI from 'openai';

const client = new OpenAI();
const model = 'gpt-5';
const include = ['reasoning.encrypted_content' as const];
export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });

export async function send(content: string): Promise<void> {
  await memory.append({ role: 'user', content }, { format: openAiResponses });
  const { input } = await memory.assemble({ format: openAiResponses });
  const response = await client.responses.create({ model, input, store: false, include });
  await memory.append(response, { format: openAiResponses });
  const inputTokens = response.usage?.input_tokens;
  if (inputTokens) await memory.reportUsage({ inputTokens }).catch(console.warn);
}
