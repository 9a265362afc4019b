// The code of docs/recipes/abort.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { openAiResponses } from '@agent-memory/formats';
import OpenAI from 'openai';

const client = new OpenAI();
const model = 'gpt-5';
const include = ['reasoning.encrypted_content' as const];
export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });

export async function answer(tools: OpenAI.Responses.Tool[], signal: AbortSignal): Promise<void> {
  const { input } = await memory.assemble({ format: openAiResponses });
  const body = { model, input, tools, store: false, include, stream: true as const };
  const items: OpenAI.Responses.ResponseOutputItem[] = [];
  let content = '';
  try {
    for await (const event of await client.responses.create(body, { signal })) {
      if (event.type === 'response.output_text.delta') content += event.delta;
      if (event.type !== 'response.output_item.done') continue;
      items.push(event.item);
      content = '';
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await memory.append(items, { format: openAiResponses });
    if (content) await memory.append({ role: 'assistant', content }, { format: openAiResponses });
  }
}
