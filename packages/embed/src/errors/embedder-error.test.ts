import { AgentMemoryError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { EmbedderError } from './embedder-error.ts';
import type { EmbedderFailure } from './embedder-failure.ts';

const place = 'https://example.org/m/config.json';
const server = 'https://api.example.org';

const FAILURES: readonly EmbedderFailure[] = [
  { kind: 'file-missing', file: 'config.json', place },
  { kind: 'file-refused', file: 'config.json', place, status: 503 },
  { kind: 'file-unreachable', file: 'config.json', place },
  { kind: 'file-unreadable', file: 'config.json', place, found: 'a web page' },
  { kind: 'model-unsupported', problem: 'it wants an input `pixel_values`' },
  { kind: 'runtime-unavailable', problem: 'The file is missing.' },
  { kind: 'out-of-memory' },
  { kind: 'run-failed', problem: 'it gave a vector without a direction.' },
  { kind: 'worker-lost', problem: 'a fault.' },
  { kind: 'disposed' },
  { kind: 'server-unreachable', server },
  { kind: 'unauthorized', server, status: 401, serverMessage: 'no key', hadKey: false },
  { kind: 'rate-limited', server, serverMessage: '', retryAfterMs: 3_000 },
  { kind: 'server-fault', server, status: 500, serverMessage: 'oh' },
  { kind: 'request-refused', server, status: 400, serverMessage: 'no such model' },
  { kind: 'answer-unreadable', server, found: 'a web page' },
];

test.each(FAILURES)('[MOD-3] $kind is told in whole sentences, with something to do', (failure) => {
  const error = new EmbedderError(failure);
  expect(error.message).toMatch(/^(?:[A-Z]|https:).*[.]$/s);
  expect(error.message).not.toMatch(/undefined|\.\.|null/);
  expect(error.message.split('. ').length + error.message.split(': ').length).toBeGreaterThan(2);
  expect(error.failure).toEqual(failure);
});

test('an error is one of the memory, and none of another driver', () => {
  const error = new EmbedderError({ kind: 'worker-lost', problem: 'a fault.' });
  expect(AgentMemoryError.isInstance(error)).toBe(true);
  expect(EmbedderError.isInstance(error)).toBe(true);
  expect(EmbedderError.isInstance(new Error('other'))).toBe(false);
  expect(error).toMatchObject({ code: 'EMBEDDER_WORKER_LOST', phase: 'embed', recoverable: true });
});

test.each([
  [403, false],
  [429, true],
  [503, true],
])('a file that was refused with %d may come later: %s', (status, recoverable) => {
  const error = new EmbedderError({ kind: 'file-refused', file: 'config.json', place, status });
  expect(error.recoverable).toBe(recoverable);
});
