import type { MemoryRunInput } from '@agent-memory/react/assistant-ui';
import type { ChatModelRunResult } from '@assistant-ui/react';
import { askModel } from './ask-model.ts';

/** The answer as assistant-ui wants it: with each piece all of the text so far. */
export async function* answer({
  messages,
  abortSignal,
}: MemoryRunInput): AsyncGenerator<ChatModelRunResult, void> {
  let said = '';
  for await (const { text, inputTokens, outputTokens = 0 } of askModel(messages, abortSignal)) {
    said += text;
    yield {
      content: [{ type: 'text', text: said }],
      // The usage that the provider reports: the memory corrects its own count by it.
      ...(inputTokens && { metadata: { steps: [{ usage: { inputTokens, outputTokens } }] } }),
    };
  }
}
