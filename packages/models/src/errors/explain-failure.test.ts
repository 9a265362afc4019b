import { expect, test } from 'vitest';
import { EMPTY_REPLY } from '../chat/chat-reply.ts';
import { EndpointError } from './endpoint-error.ts';
import { CODES } from './error-codes.ts';
import { explainFailure, type FailedRequest } from './explain-failure.ts';
import type { ServerFailure } from './model-failure.ts';

const REQUEST = {
  baseUrl: 'http://localhost:11434/v1',
  model: 'small',
  pageOrigin: 'https://page.example',
} as const satisfies FailedRequest;

function words(failure: ServerFailure, request: Partial<FailedRequest> = {}): string {
  const { sentence, remedies } = explainFailure(failure, { ...REQUEST, ...request });
  return [sentence, ...remedies.flatMap(({ text, command = [] }) => [text, command].flat())].join(
    '\n',
  );
}

const EVERY_FAILURE: readonly ServerFailure[] = [
  { kind: 'mixed-content' },
  { kind: 'offline' },
  { kind: 'unreachable' },
  { kind: 'cors' },
  { kind: 'redirected' },
  { kind: 'request-lost' },
  { kind: 'no-answer' },
  { kind: 'timed-out', timeoutMs: 120_000 },
  { kind: 'unauthorized', status: 401, serverMessage: '', hadKey: false },
  { kind: 'model-not-found', serverMessage: '' },
  { kind: 'endpoint-not-found', status: 404 },
  { kind: 'rate-limited', serverMessage: '' },
  { kind: 'context-too-long', serverMessage: '' },
  { kind: 'server-fault', status: 500, serverMessage: '' },
  { kind: 'request-refused', status: 400, serverMessage: '' },
  { kind: 'answer-unreadable', excerpt: '' },
  { kind: 'connection-lost' },
  { kind: 'stream-error', serverMessage: '' },
  { kind: 'answer-empty' },
];

test('every kind of failure has its case here', () => {
  expect(EVERY_FAILURE.map(({ kind }) => kind).sort()).toEqual(Object.keys(CODES).sort());
});

test.each(EVERY_FAILURE)('[MOD-3] $kind names the server and something to do', (failure) => {
  const { sentence, remedies } = explainFailure(failure, REQUEST);
  expect(sentence).toContain('http://localhost:11434');
  expect(remedies.length).toBeGreaterThan(0);
  expect(words(failure)).not.toMatch(/undefined|“”/);
  expect(words(failure, { baseUrl: 'https://x.example/v1' })).not.toMatch(/undefined|Ollama/);
});

test.each(EVERY_FAILURE)('[MOD-3] the message of $kind is its explanation', (failure) => {
  const { message, explanation } = new EndpointError(failure, REQUEST);
  expect(message.startsWith(explanation.sentence)).toBe(true);
  for (const { text } of explanation.remedies) expect(message).toContain(text);
});

test('[MOD-3] outside of a page nothing is said of one', () => {
  for (const failure of EVERY_FAILURE) {
    if (failure.kind === 'mixed-content') continue;
    const { baseUrl, model } = REQUEST;
    const { sentence, remedies } = explainFailure(failure, { baseUrl, model });
    expect([sentence, ...remedies.map(({ command = '' }) => command)].join()).not.toContain(
      'undefined',
    );
  }
});

test('[MOD-3] a page that may not read is told how it is allowed, server by server', () => {
  expect(words({ kind: 'cors' })).toContain('OLLAMA_ORIGINS=https://page.example ollama serve');
  expect(words({ kind: 'cors' }, { baseUrl: 'http://localhost:1234/v1' })).toContain('Enable CORS');
  expect(words({ kind: 'cors' }, { baseUrl: 'http://localhost:8000/v1' })).toContain(
    `--allowed-origins '["https://page.example"]'`,
  );
  expect(words({ kind: 'cors' }, { baseUrl: 'https://api.example.com/v1' })).toContain(
    'Access-Control-Allow-Origin: https://page.example',
  );
});

test('[MOD-3] an Ollama that runs already is quit first, and Windows has commands of its own', () => {
  const text = words({ kind: 'cors' });
  expect(text).toMatch(/Quit Ollama first[\s\S]*ollama serve/);
  expect(text).toContain('set "OLLAMA_ORIGINS=https://page.example" && ollama serve');
  expect(text).toContain('setx OLLAMA_ORIGINS "https://page.example"');
});

test('[MOD-3] where nothing was found out, both reasons are said', () => {
  expect(words({ kind: 'no-answer' })).toMatch(/ollama serve[\s\S]*OLLAMA_ORIGINS/);
});

test('[MOD-3] a page from elsewhere is reminded of the permission for this device; a local one is not', () => {
  expect(words({ kind: 'unreachable' })).toContain('The browser asks before');
  expect(words({ kind: 'unreachable' }, { pageOrigin: 'http://localhost:4173' })).not.toContain(
    'The browser asks before',
  );
});

test('[MOD-3] a refused key is checked, a missing one is given', () => {
  const failure = {
    kind: 'unauthorized',
    status: 401,
    serverMessage: 'Who are you?',
    hadKey: false,
  } as const;
  expect(words(failure)).toMatch(/wants an API key \(401\)\. It says: “Who are you\?”/);
  expect(words({ ...failure, hadKey: true })).toContain('refused the API key');
});

test('[MOD-3] a model that Ollama lacks can be fetched', () => {
  const failure = { kind: 'model-not-found', serverMessage: '' } as const;
  expect(words(failure)).toContain('ollama pull small');
  expect(words(failure, { baseUrl: 'https://x.example/v1' })).not.toContain('ollama');
});

test.each(['connection-lost', 'stream-error'] as const)(
  '[MOD-3] what had arrived is said plainly (%s)',
  (kind) => {
    const failure = { kind, serverMessage: '' };
    expect(words(failure)).toContain('before a word');
    const partial = { ...EMPTY_REPLY, text: 'Once' };
    expect(words(failure, { partial })).toContain('in the middle of the answer');
    const thoughts = { ...EMPTY_REPLY, thinking: 'Hm' };
    expect(words(failure, { partial: thoughts })).toContain('there is no answer');
  },
);

test('[MOD-3] how long to wait is rounded up to seconds', () => {
  const failure = { kind: 'rate-limited', serverMessage: '', retryAfterMs: 12_200 } as const;
  expect(words(failure)).toContain('Try again in 13 s');
});
