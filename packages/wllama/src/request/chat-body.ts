import type { OpenAiMessage } from '@agent-memory/core';
import { EngineFailure, type EngineRequest } from '@agent-memory/models/device';

/** Above 1 it keeps a model from repeating itself; small ones copy the conversation without it. */
const REPEAT_PENALTY = 1.15;

/**
 * The request in the form that llama.cpp reads: that of OpenAI Chat Completions, with its own names for
 * the rest.
 *
 * @param model - `hasTools`: whether its chat template has a place for tools.
 * @throws EngineFailure if the model cannot take it.
 */
export function chatBody(
  request: EngineRequest,
  { hasTools }: { readonly hasTools: boolean },
): Readonly<Record<string, unknown>> {
  const { messages, tools, maxTokens, temperature, answerSchema } = request;
  if (tools.length > 0 && !hasTools) {
    throw refused('The chat template of this model has no place for tools.');
  }
  return {
    messages: messages.map(plainMessage),
    stream: true,
    // Chunks before the first word: a sign of life while a long prompt is read.
    return_progress: true,
    repeat_penalty: REPEAT_PENALTY,
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: { parameters: {}, ...tool } })),
    }),
    ...(answerSchema !== undefined && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: answerSchema, strict: true },
      },
    }),
  };
}

/** Chat templates know texts, and no role `developer`. */
function plainMessage({ content, ...message }: OpenAiMessage): object {
  const role = message.role === 'developer' ? 'system' : message.role;
  return { ...message, role, content: content === undefined ? null : textOf(content) };
}

function textOf(content: NonNullable<OpenAiMessage['content']> | null): string | null {
  if (content === null || typeof content === 'string') return content;
  const texts = content.map((part) => {
    if (part.type === 'text' && typeof part.text === 'string') return part.text;
    throw refused('It reads text alone, and a message holds something else.');
  });
  return texts.join('\n');
}

function refused(problem: string): EngineFailure {
  return new EngineFailure({ kind: 'run-failed', problem });
}
