import { type Message, toolCallsOf, toolResultsOf } from './message.ts';

/** A step ends with the result of a tool, or with a reply that calls none; reasoning alone is no reply. */
type StepKind = 'tool_result' | 'reply';

/** The kind of step that ends with a message; `undefined` for one that ends none. */
export function stepOf(message: Message): StepKind | undefined {
  if (toolResultsOf(message).length > 0) return 'tool_result';
  const { role, parts } = message;
  const isReasoning = parts.length > 0 && parts.every(({ type }) => type === 'thinking');
  const isReply = role === 'assistant' && !isReasoning && toolCallsOf(message).length === 0;
  return isReply ? 'reply' : undefined;
}
