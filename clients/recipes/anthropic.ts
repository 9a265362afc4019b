// The code of docs/recipes/anthropic.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { anthropic } from '@agent-memory/formats';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic();
const model = 'claude-sonnet-5';
export const memory = createAgentMemory({ id: 'support', model, contextWindow: 200_000 });

export async function send(content: string): Promise<void> {
  await memory.append({ role: 'user', content }, { format: anthropic });
  const { system, messages } = await memory.assemble({ format: anthropic });
  const reply = await client.messages.create({ model, max_tokens: 4_096, system, messages });
  await memory.append(reply, { format: anthropic });
  const { usage } = reply;
  const cachedInputTokens = usage?.cache_read_input_tokens ?? 0;
  const written = usage?.cache_creation_input_tokens ?? 0;
  const inputTokens = usage?.input_tokens + cachedInputTokens + written;
  if (inputTokens) await memory.reportUsage({ inputTokens, cachedInputTokens }).catch(console.warn);
}
