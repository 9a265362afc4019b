import type { ReportedUsage } from '@agent-memory/core';
import { AIMessage, type UsageMetadata } from '@langchain/core/messages';

/** The figures that come with an answer. LangChain's own type of the usage is `never` here. */
interface AnswerFigures {
  readonly usage_metadata?: UsageMetadata | undefined;
  readonly response_metadata: Readonly<Record<string, unknown>>;
}

/** The usage that came with an answer; `undefined` where the provider told none. */
export function usageOfAnswer(answer: unknown, ms: number): ReportedUsage | undefined {
  const figures = figuresIn(answer);
  const usage = figures?.usage_metadata;
  if (!figures || !usage) return undefined;
  const cached = usage.input_token_details?.cache_read;
  const { model_name: name, model = name } = figures.response_metadata;
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(typeof model === 'string' && model !== '' && { model }),
    ms,
  };
}

/** An agent with a `responseFormat` gives the message inside of its answer, which the types leave out. */
function figuresIn(answer: unknown): AnswerFigures | undefined {
  if (AIMessage.isInstance(answer)) return answer;
  const isObject = typeof answer === 'object' && answer !== null && 'messages' in answer;
  const messages: readonly unknown[] =
    isObject && Array.isArray(answer.messages) ? answer.messages : [];
  return messages.find((message) => AIMessage.isInstance(message));
}
