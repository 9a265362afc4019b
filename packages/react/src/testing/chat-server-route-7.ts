import { isOverflow } from '@agent-memory/core/internal';
import {
  convertToModelMessages,
  generateId,
  isStepCount,
  type LanguageModel,
  streamText,
  tool,
  type UIMessage,
  validateUIMessages,
} from 'ai-7';
import { z } from 'zod';

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

/** The server's half with AI SDK 7. */
export async function chatRoute7(
  messages: UIMessage[],
  { model, isNaming }: { readonly model: LanguageModel; readonly isNaming: boolean },
): Promise<Response> {
  await validateUIMessages({ messages });
  const result = streamText({
    model,
    instructions: 'You are a friendly assistant.',
    messages: await convertToModelMessages(messages, { tools }),
    // For a memory that has a `system` text of its own.
    allowSystemInMessages: true,
    tools,
    stopWhen: isStepCount(5),
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
