import {
  BrokenStreamError,
  ContextTooLongError,
  EMPTY_REPLY,
  EndpointNotFoundError,
  type ModelError,
  ModelNotFoundError,
  ModelUnauthorizedError,
  ServerFaultError,
} from '@agent-memory/models';
import { expect, test } from 'vitest';
import { explainError } from './explain-error.ts';

const REQUEST = { baseUrl: 'http://localhost:11434/v1', model: 'small' };

function words(error: ModelError): string {
  const { sentence, remedies } = explainError(error);
  return [sentence, ...remedies.flatMap(({ text, command = [] }) => [text, command].flat())].join(
    '\n',
  );
}

test('a missing key is added in the settings, a refused one is checked', () => {
  const failure = { kind: 'unauthorized', status: 401, serverMessage: '', hadKey: false } as const;
  expect(words(new ModelUnauthorizedError(failure, REQUEST))).toContain('Add one in the settings');
  const refused = new ModelUnauthorizedError({ ...failure, hadKey: true }, REQUEST);
  expect(words(refused)).toContain('Check the key');
});

test('another model is chosen in the settings, or fetched for Ollama', () => {
  const error = new ModelNotFoundError({ kind: 'model-not-found', serverMessage: '' }, REQUEST);
  expect(words(error)).toMatch(/Choose another one in the settings\.[\s\S]*ollama pull small/);
});

test('a wrong path is put right in the settings', () => {
  const failure = { kind: 'endpoint-not-found', status: 404 } as const;
  expect(words(new EndpointNotFoundError(failure, REQUEST))).toContain('path in the settings');
});

test('[BUD-4] a context that stays too long names the budget, and that memory tried', () => {
  const error = new ContextTooLongError({ kind: 'context-too-long', serverMessage: '' }, REQUEST);
  expect(words(error)).toMatch(/memory could not make it small enough.*Lower the budget/s);
});

test('an answer that broke off is kept in the chat; thoughts alone are not', () => {
  const broken = (partial: { readonly text: string; readonly thinking: string }) =>
    words(
      new BrokenStreamError(
        { kind: 'connection-lost' },
        { ...REQUEST, partial: { ...EMPTY_REPLY, ...partial } },
      ),
    );
  expect(broken({ text: 'Once', thinking: '' })).toMatch(
    /lost in the middle of the answer\. What had arrived is kept in the chat/,
  );
  expect(broken({ text: '', thinking: 'Hm' })).not.toContain('kept in the chat');
  expect(broken({ text: '', thinking: '' })).toContain('the question is kept');
});

test('the rest is said as the driver says it', () => {
  const failure = { kind: 'server-fault', status: 503, serverMessage: 'Loading' } as const;
  const error = new ServerFaultError(failure, REQUEST);
  expect(explainError(error)).toEqual(error.explanation);
});
