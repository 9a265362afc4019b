import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import type { ChatRequest } from '../chat/chat-model.ts';
import { MESSAGES } from '../testing/a-chat.ts';
import { aModel } from '../testing/a-local-model.ts';

test.each([
  ['messages', null],
  ['messages', 'Hello'],
  ['messages', [null]],
  ['maxTokens', 0],
  ['maxTokens', -1],
  ['maxTokens', Number.NaN],
  ['maxTokens', 1.5],
  ['answerSchema', null],
  ['answerSchema', 'object'],
  ['answerSchema', []],
])('[MOD-3] a request with %s %o is refused before the engine', async (field, value) => {
  const { model, made } = aModel();
  // As plain JavaScript could ask.
  const request = { messages: MESSAGES, [field]: value } as ChatRequest;
  const error: unknown = await model.chat(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidOptionError);
  expect(error).toHaveProperty('message', expect.stringContaining(field));
  expect(made()).toBe(0);
  expect(model.status.failure).toBeUndefined();
});
