// The code of docs/recipes/abort.md; `npm run docs` writes it.
import { createAgentMemory } from '@agent-memory/core';
import OpenAI from 'openai';

const client = new OpenAI();
const model = 'gpt-5';
export const memory = createAgentMemory({ id: 'support', contextWindow: 128_000 });

export async function answer(
  tools: OpenAI.ChatCompletionFunctionTool[],
  signal: AbortSignal,
): Promise<void> {
  const { messages } = await memory.assemble({ format: 'openai' });
  const stream = client.chat.completions.stream({ model, messages, tools }, { signal });
  const whole = await stream.finalMessage().catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return undefined;
  });
  if (whole) await memory.append(whole);
  else await keepStopped(stream.currentChatCompletionSnapshot?.choices[0]?.message);
}

type Stopped = Pick<OpenAI.ChatCompletionMessage, 'content' | 'tool_calls'>;

async function keepStopped(said: Partial<Stopped> | undefined): Promise<void> {
  if (!said) return;
  // The SDK goes on writing to its own, so a copy is kept.
  const { content = null, tool_calls: all = [] } = structuredClone(said);
  const calls = all.filter((call) => call.type === 'function');
  if (!content && calls.length === 0) return;
  await memory.append({
    role: 'assistant',
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
  });
  for (const { id } of calls) {
    await memory.append({ role: 'tool', tool_call_id: id, content: 'Stopped by the user.' });
  }
}
