// The code of docs/recipes/ai-sdk.md; `npm run docs` writes it.
import { isOverflow } from '@agent-memory/react/ai-sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { convertToModelMessages, streamText, type UIMessage } from 'ai';

const baseURL = process.env.ENDPOINT ?? 'http://localhost:11434/v1';
const model = createOpenAICompatible({ name: 'endpoint', baseURL, includeUsage: true })('llama3.2');

export async function POST(request: Request): Promise<Response> {
  const { messages }: { messages: UIMessage[] } = await request.json();
  const result = streamText({
    model,
    system: 'You are a friendly assistant.',
    messages: await convertToModelMessages(messages),
    abortSignal: request.signal,
  });
  return result.toUIMessageStreamResponse({
    messageMetadata: ({ part }) =>
      part.type === 'finish-step' ? { usage: part.usage } : undefined,
    onError: (error) => (isOverflow(error) ? 'context_length_exceeded' : 'An error occurred.'),
  });
}
