import { isOverflow } from '@agent-memory/core/internal';
import {
  convertToModelMessages,
  generateId,
  type LanguageModel,
  stepCountIs,
  streamText,
  tool,
  type UIMessage,
  validateUIMessages,
} from 'ai';
import { z } from 'zod';

/** One that the server runs, one that it runs when it is allowed to, and one that the page answers. */
const tools = {
  weather: tool({
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => ({ city, celsius: 12 }),
  }),
  pay: tool({
    inputSchema: z.object({ sum: z.number() }),
    needsApproval: true,
    execute: ({ sum }) => ({ paid: sum }),
  }),
  location: tool({ inputSchema: z.object({}), outputSchema: z.object({ city: z.string() }) }),
};

interface RouteOptions {
  readonly model: LanguageModel;
  /** Names the answer, as a server does that keeps it. */
  readonly isNaming: boolean;
}

/** The server's half, as an app writes it: what came is sent to the model as it is. */
export async function chatRoute(
  messages: UIMessage[],
  { model, isNaming }: RouteOptions,
): Promise<Response> {
  await validateUIMessages({ messages });
  const result = streamText({
    model,
    system: 'You are a friendly assistant.',
    messages: await convertToModelMessages(messages, { tools }),
    // For a memory that has a `system` text of its own.
    allowSystemInMessages: true,
    tools,
    stopWhen: stepCountIs(5),
    maxRetries: 0,
    // Told to the page below; the console need not hear of it.
    onError: () => undefined,
  });
  return result.toUIMessageStreamResponse({
    ...(isNaming && { originalMessages: messages, generateMessageId: generateId }),
    messageMetadata: ({ part }) =>
      part.type === 'finish-step' ? { usage: part.usage } : undefined,
    onError: (error) => (isOverflow(error) ? 'context_length_exceeded' : 'An error occurred.'),
  });
}
