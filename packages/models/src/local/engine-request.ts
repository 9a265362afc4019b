import { checkOption } from '@agent-memory/core/internal';
import type { ChatRequest } from '../chat/chat-model.ts';
import type { EngineRequest } from './engine.ts';

/** The part of a request that an engine answers. @throws InvalidOptionError naming the field that it could not. */
export function engineRequestOf(request: ChatRequest): EngineRequest {
  const { messages, tools = [], maxTokens, temperature, answerSchema } = request;
  const isList = Array.isArray(messages) && messages.every(isObject);
  checkOption(isList, 'messages', 'must be a list of messages.');
  const isCount = maxTokens === undefined || (Number.isSafeInteger(maxTokens) && maxTokens > 0);
  checkOption(isCount, 'maxTokens', 'must be a whole number of 1 or more.');
  const isSchema = answerSchema === undefined || isObject(answerSchema);
  checkOption(isSchema, 'answerSchema', 'must be a JSON Schema: an object.');
  return { messages, tools, maxTokens, temperature, answerSchema };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
