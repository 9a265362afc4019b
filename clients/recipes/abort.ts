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
  const whole = await stream.finalMessage().catch(async (error: unknown) => {
    await keepStopped(stream.currentChatCompletionSnapshot?.choices[0]?.message);
    if (!signal.aborted) throw error;
  });
  if (whole) await memory.append(whole);
}

type Kept = OpenAI.ChatCompletionAssistantMessageParam;
type Stopped = Partial<Pick<OpenAI.ChatCompletionMessage, 'content' | 'refusal' | 'tool_calls'>>;

async function keepStopped(said: Stopped | undefined): Promise<void> {
  // The SDK keeps writing to its own message, so a copy is stored.
  const { content = null, refusal = null, tool_calls: begun = [] } = structuredClone(said ?? {});
  const calls = begun.filter((call) => call.type === 'function' && call.id && call.function?.name);
  if (!content && !refusal && calls.length === 0) return;
  const message: Kept = { role: 'assistant', content, refusal };
  await memory.append(calls.length > 0 ? { ...message, tool_calls: calls } : message);
  for (const { id } of calls) {
    await memory.append({ role: 'tool', tool_call_id: id, content: 'The answer was stopped.' });
  }
}
