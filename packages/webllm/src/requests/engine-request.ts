import type { EngineRequest } from '@agent-memory/models/device';
import { type EngineMessage, engineMessages } from './engine-messages.ts';

/** A request in the words of web-llm. */
export interface WebLlmRequest {
  readonly messages: readonly EngineMessage[];
  readonly stream: true;
  readonly stream_options: { readonly include_usage: true };
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly tools?: readonly {
    readonly type: 'function';
    readonly function: EngineRequest['tools'][number];
  }[];
  readonly response_format?: { readonly type: 'json_object'; readonly schema: string };
}

/** JSON is asked for with a schema always: without one web-llm fails, or never ends. */
export function webLlmRequest(request: EngineRequest): WebLlmRequest {
  const { messages, tools, maxTokens, temperature, answerSchema } = request;
  const forTools = tools.length > 0;
  const inOrder = engineMessages(messages);
  return {
    messages: forTools ? withoutSystem(inOrder) : inOrder,
    stream: true,
    stream_options: { include_usage: true },
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(forTools && {
      tools: tools.map((tool) => ({ type: 'function', function: tool }) as const),
    }),
    ...(answerSchema !== undefined && {
      response_format: { type: 'json_object', schema: JSON.stringify(answerSchema) },
    }),
  };
}

/** web-llm writes a system message of its own about tools and takes no other, so the user says it. */
function withoutSystem(messages: readonly EngineMessage[]): readonly EngineMessage[] {
  const [system, first, ...rest] = messages;
  const isPlain = typeof system?.content === 'string' && typeof first?.content === 'string';
  if (system?.role !== 'system' || !first || !isPlain) return messages;
  return [{ ...first, content: `${system.content}\n\n${first.content}` }, ...rest];
}
