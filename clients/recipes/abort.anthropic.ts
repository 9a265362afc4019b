// The code of docs/recipes/abort.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import { anthropic } from '@agent-memory/formats';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic();
const model = 'claude-sonnet-5';
export const memory = createAgentMemory({ id: 'support', model, contextWindow: 200_000 });

export async function answer(tools: Anthropic.Tool[], signal: AbortSignal): Promise<void> {
  const { system, messages } = await memory.assemble({ format: anthropic });
  const body = { model, max_tokens: 4_096, system, messages, tools };
  const content: Anthropic.ContentBlock[] = [];
  let text = '';
  const stream = client.messages.stream(body, { signal }).on('text', (piece) => {
    text += piece;
  });
  stream.on('contentBlock', (block) => {
    content.push(block);
    text = '';
  });
  try {
    await stream.done();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    const blocks = text ? [...content, { type: 'text' as const, text }] : content;
    if (blocks.length > 0)
      await memory.append({ role: 'assistant', content: blocks }, { format: anthropic });
  }
}
