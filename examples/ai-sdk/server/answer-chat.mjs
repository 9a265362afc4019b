import { isOverflow } from '@agent-memory/react/ai-sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { convertToModelMessages, jsonSchema, stepCountIs, streamText, tool } from 'ai';

/** Any endpoint that speaks OpenAI Chat Completions; by default an Ollama on this machine. */
const provider = createOpenAICompatible({
  name: 'endpoint',
  baseURL: process.env.ENDPOINT ?? 'http://localhost:11434/v1',
  ...(process.env.API_KEY && { apiKey: process.env.API_KEY }),
  includeUsage: true,
});
const model = provider(process.env.MODEL ?? 'llama3.2');

/** The rules live here and not in the page, so the page reserves room for them. */
const system = 'You are the support desk of a parcel service. Answer briefly.';

const tools = {
  find_parcel: tool({
    description: 'Where a parcel is now',
    inputSchema: jsonSchema({
      type: 'object',
      properties: { number: { type: 'string' } },
      required: ['number'],
    }),
    execute: async ({ number }) => ({ number, place: 'depot 4', leaves: 'tomorrow morning' }),
  }),
};

/**
 * The server's half: the context comes assembled from the page and goes to the model as it is.
 *
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export async function answerChat(request) {
  const { messages } = await request.json();
  const result = streamText({
    model,
    system,
    tools,
    messages: await convertToModelMessages(messages, { tools }),
    stopWhen: stepCountIs(5),
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
