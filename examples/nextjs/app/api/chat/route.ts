import { isOverflow } from '@agent-memory/react/ai-sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { convertToModelMessages, streamText, type UIMessage } from 'ai';

/** Any endpoint that speaks OpenAI Chat Completions; by default an Ollama on this machine. */
const provider = createOpenAICompatible({
  name: 'endpoint',
  baseURL: process.env.ENDPOINT ?? 'http://localhost:11434/v1',
  ...(process.env.API_KEY && { apiKey: process.env.API_KEY }),
  includeUsage: true,
});

export async function POST(request: Request): Promise<Response> {
  const { messages }: { messages: UIMessage[] } = await request.json();
  const result = streamText({
    model: provider(process.env.MODEL ?? 'llama3.2'),
    system: 'You are a helpful assistant. Answer briefly.',
    messages: await convertToModelMessages(messages),
    abortSignal: request.signal,
  });
  return result.toUIMessageStreamResponse({
    // What the provider read: the memory corrects its own count by it.
    messageMetadata: ({ part }) =>
      part.type === 'finish-step' ? { usage: part.usage } : undefined,
    // The one error that the page has to hear of by name: then it sends a smaller context.
    onError: (error) =>
      isOverflow(error) ? 'context_length_exceeded' : 'The model could not answer.',
  });
}
