import { AgentMemoryError, SessionClosedError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import {
  BrokenStreamError,
  ContextTooLongError,
  EmptyAnswerError,
  EndpointNotFoundError,
  ModelNotFoundError,
  ModelTimeoutError,
  ModelUnauthorizedError,
  ModelUnreachableError,
  RateLimitedError,
  RequestRefusedError,
  ServerFaultError,
  UnreadableAnswerError,
} from './endpoint-error.ts';
import { errorOfFailure } from './error-of-failure.ts';
import { ModelError } from './model-error.ts';
import type { ServerFailure } from './model-failure.ts';

const REQUEST = { baseUrl: 'https://api.example.com/v1?api-version=1', model: 'small' };
const SAID = { status: 400, serverMessage: 'no' };

const CASES: readonly (readonly [ServerFailure, { readonly name: string }, string, boolean])[] = [
  [{ kind: 'mixed-content' }, ModelUnreachableError, 'MODEL_UNREACHABLE', false],
  [{ kind: 'offline' }, ModelUnreachableError, 'MODEL_UNREACHABLE', true],
  [{ kind: 'unreachable' }, ModelUnreachableError, 'MODEL_UNREACHABLE', true],
  [{ kind: 'cors' }, ModelUnreachableError, 'MODEL_UNREACHABLE', false],
  [{ kind: 'redirected' }, ModelUnreachableError, 'MODEL_UNREACHABLE', false],
  [{ kind: 'request-lost' }, ModelUnreachableError, 'MODEL_UNREACHABLE', true],
  [{ kind: 'no-answer' }, ModelUnreachableError, 'MODEL_UNREACHABLE', true],
  [{ kind: 'timed-out', timeoutMs: 1 }, ModelTimeoutError, 'MODEL_TIMED_OUT', true],
  [
    { kind: 'unauthorized', ...SAID, hadKey: true },
    ModelUnauthorizedError,
    'MODEL_UNAUTHORIZED',
    false,
  ],
  [{ kind: 'model-not-found', ...SAID }, ModelNotFoundError, 'MODEL_NOT_FOUND', false],
  [
    { kind: 'endpoint-not-found', ...SAID },
    EndpointNotFoundError,
    'MODEL_ENDPOINT_NOT_FOUND',
    false,
  ],
  [{ kind: 'rate-limited', ...SAID }, RateLimitedError, 'MODEL_RATE_LIMITED', true],
  [{ kind: 'context-too-long', ...SAID }, ContextTooLongError, 'MODEL_CONTEXT_TOO_LONG', false],
  [{ kind: 'server-fault', ...SAID }, ServerFaultError, 'MODEL_SERVER_FAULT', true],
  [{ kind: 'request-refused', ...SAID }, RequestRefusedError, 'MODEL_REQUEST_REFUSED', false],
  [
    { kind: 'answer-unreadable', excerpt: '' },
    UnreadableAnswerError,
    'MODEL_ANSWER_UNREADABLE',
    false,
  ],
  [{ kind: 'connection-lost' }, BrokenStreamError, 'MODEL_STREAM_BROKEN', true],
  [{ kind: 'stream-error', ...SAID }, BrokenStreamError, 'MODEL_STREAM_BROKEN', true],
  [{ kind: 'answer-empty' }, EmptyAnswerError, 'MODEL_ANSWER_EMPTY', true],
];

test.each(CASES)('[MOD-3] %j has a class, a code, and says whether to try again', (...given) => {
  const [failure, Class, code, recoverable] = given;
  const error = errorOfFailure(failure, REQUEST);
  expect(error.constructor).toBe(Class);
  expect(error).toBeInstanceOf(AgentMemoryError);
  expect(error).toMatchObject({ code, recoverable, failure, phase: 'chat', name: Class.name });
});

test('[MOD-3] an error tells the server without path and query, the model, and the cause', () => {
  const cause = new TypeError('fetch failed');
  const partial = { ...EMPTY_REPLY, text: 'Once' };
  const request = { ...REQUEST, partial };
  const error = new BrokenStreamError({ kind: 'connection-lost' }, request, { cause });
  expect(error).toMatchObject({ server: 'https://api.example.com', partial, cause });
  expect(error.message).not.toContain('api-version');
});

test('[MOD-3] a failure is plain data, whatever thread it goes to', () => {
  for (const [failure] of CASES) expect(structuredClone(failure)).toEqual(failure);
});

test('[MOD-3] errors of models are told apart from those of memory and from any other', () => {
  const error = errorOfFailure({ kind: 'offline' }, REQUEST);
  expect(ModelError.isInstance(error)).toBe(true);
  expect(ModelError.isInstance(new SessionClosedError('a'))).toBe(false);
  expect(ModelError.isInstance(new TypeError('fetch failed'))).toBe(false);
  expect(AgentMemoryError.isInstance(error)).toBe(true);
});
