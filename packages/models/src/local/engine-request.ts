import { checkOption } from '@agent-memory/core/internal';
import type { ChatRequest } from '../chat/chat-model.ts';
import type { EngineRequest } from './engine.ts';

/** The part of a request that an engine answers. @throws InvalidOptionError naming the field that it could not. */
export function engineRequestOf(request: ChatRequest): EngineRequest {
  const { messages, tools = [], maxTokens, temperature, answerSchema } = request;
  checkOption(isObjects(messages), 'messages', 'must be a list of messages.');
  checkOption(isObjects(tools), 'tools', 'must be a list of tools.');
  const isCount = maxTokens === undefined || (Number.isSafeInteger(maxTokens) && maxTokens > 0);
  checkOption(isCount, 'maxTokens', 'must be a whole number of 1 or more.');
  const isHeat = temperature === undefined || (Number.isFinite(temperature) && temperature >= 0);
  checkOption(isHeat, 'temperature', 'must be a number of 0 or more.');
  const isSchema = answerSchema === undefined || isObject(answerSchema);
  checkOption(isSchema, 'answerSchema', 'must be a JSON Schema: an object.');
  return { messages, tools, maxTokens, temperature, answerSchema };
}

function isObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
