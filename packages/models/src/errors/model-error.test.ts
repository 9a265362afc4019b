import { AgentMemoryError, InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import { EndpointError } from './endpoint-error.ts';
import { ModelError } from './model-error.ts';
import type { ServerFailure } from './model-failure.ts';

const REQUEST = { baseUrl: 'https://api.example.com/v1?api-version=1', model: 'small' };
const SAID = { status: 400, serverMessage: 'no' };

const CASES: readonly (readonly [ServerFailure, string, boolean])[] = [
  [{ kind: 'mixed-content' }, 'MODEL_UNREACHABLE', false],
  [{ kind: 'offline' }, 'MODEL_UNREACHABLE', true],
  [{ kind: 'unreachable' }, 'MODEL_UNREACHABLE', true],
  [{ kind: 'cors' }, 'MODEL_UNREACHABLE', false],
  [{ kind: 'redirected' }, 'MODEL_UNREACHABLE', false],
  [{ kind: 'request-lost' }, 'MODEL_UNREACHABLE', true],
  [{ kind: 'no-answer' }, 'MODEL_UNREACHABLE', true],
  [{ kind: 'timed-out', timeoutMs: 1 }, 'MODEL_TIMED_OUT', true],
  [{ kind: 'unauthorized', ...SAID, hadKey: true }, 'MODEL_UNAUTHORIZED', false],
  [{ kind: 'model-not-found', ...SAID }, 'MODEL_NOT_FOUND', false],
  [{ kind: 'endpoint-not-found', ...SAID }, 'MODEL_ENDPOINT_NOT_FOUND', false],
  [{ kind: 'rate-limited', ...SAID }, 'MODEL_RATE_LIMITED', true],
  [{ kind: 'context-too-long', ...SAID }, 'MODEL_CONTEXT_TOO_LONG', false],
  [{ kind: 'server-fault', ...SAID }, 'MODEL_SERVER_FAULT', true],
  [{ kind: 'request-refused', ...SAID }, 'MODEL_REQUEST_REFUSED', false],
  [{ kind: 'answer-unreadable', excerpt: '' }, 'MODEL_ANSWER_UNREADABLE', false],
  [{ kind: 'connection-lost' }, 'MODEL_STREAM_BROKEN', true],
  [{ kind: 'stream-error', ...SAID }, 'MODEL_STREAM_BROKEN', true],
  [{ kind: 'answer-empty' }, 'MODEL_ANSWER_EMPTY', true],
];

test.each(CASES)('[MOD-3] %j has a code, and says whether to try again', (...given) => {
  const [failure, code, recoverable] = given;
  const error = new EndpointError(failure, REQUEST);
  expect(error).toBeInstanceOf(AgentMemoryError);
  expect(error).toMatchObject({ code, recoverable, failure, phase: 'chat', name: 'EndpointError' });
});

test('[MOD-3] an error tells the server without path and query, the model, and the cause', () => {
  const cause = new TypeError('fetch failed');
  const partial = { ...EMPTY_REPLY, text: 'Once' };
  const request = { ...REQUEST, partial };
  const error = new EndpointError({ kind: 'connection-lost' }, request, { cause });
  expect(error).toMatchObject({ server: 'https://api.example.com', partial, cause });
  expect(error.message).not.toContain('api-version');
});

test('[MOD-3] a failure is plain data, whatever thread it goes to', () => {
  for (const [failure] of CASES) expect(structuredClone(failure)).toEqual(failure);
});

test('[MOD-3] errors of models are told apart from those of memory and from any other', () => {
  const error = new EndpointError({ kind: 'offline' }, REQUEST);
  expect(ModelError.isInstance(error)).toBe(true);
  expect(ModelError.isInstance(new InvalidOptionError('a', 'is missing'))).toBe(false);
  expect(ModelError.isInstance(new TypeError('fetch failed'))).toBe(false);
  expect(AgentMemoryError.isInstance(error)).toBe(true);
});
