import { expect, test } from 'vitest';
import { explainFailure, type Situation } from './explain-failure.ts';
import type { Failure } from './failure.ts';

const SITUATION: Situation = {
  address: 'http://localhost:11434/v1',
  model: 'small',
  hasKey: false,
  pageOrigin: 'https://page.example',
  arrived: 'nothing',
};

function words(failure: Failure, situation: Partial<Situation> = {}): string {
  const { sentence, remedies } = explainFailure(failure, { ...SITUATION, ...situation });
  return [sentence, ...remedies.flatMap(({ text, command = [] }) => [text, command].flat())].join(
    '\n',
  );
}

const EVERY_FAILURE: readonly Failure[] = [
  { kind: 'mixed-content' },
  { kind: 'offline' },
  { kind: 'unreachable' },
  { kind: 'cors' },
  { kind: 'dropped' },
  { kind: 'unknown' },
  { kind: 'key', status: 401, said: '' },
  { kind: 'no-model', said: '' },
  { kind: 'no-path', status: 404 },
  { kind: 'too-many', said: '' },
  { kind: 'too-long', said: '' },
  { kind: 'server', status: 500, said: '' },
  { kind: 'refused', status: 400, said: '' },
  { kind: 'unreadable', excerpt: '' },
  { kind: 'broke-off' },
  { kind: 'gave-up', said: '' },
  { kind: 'empty' },
];

test.each(EVERY_FAILURE)('$kind names the server and something to do', (failure) => {
  const { sentence, remedies } = explainFailure(failure, SITUATION);
  expect(sentence).toContain('http://localhost:11434');
  expect(remedies.length).toBeGreaterThan(0);
  expect(words(failure)).not.toMatch(/undefined|“”/);
});

test('a page that may not read is told how it is allowed, server by server', () => {
  expect(words({ kind: 'cors' })).toContain('OLLAMA_ORIGINS=https://page.example ollama serve');
  expect(words({ kind: 'cors' }, { address: 'http://localhost:1234/v1' })).toContain('Enable CORS');
  expect(words({ kind: 'cors' }, { address: 'http://localhost:8000/v1' })).toContain(
    `--allowed-origins '["https://page.example"]'`,
  );
  expect(words({ kind: 'cors' }, { address: 'https://api.example.com/v1' })).toContain(
    'Access-Control-Allow-Origin: https://page.example',
  );
});

test('an Ollama that runs already is quit first, and Windows has commands of its own', () => {
  const said = words({ kind: 'cors' });
  expect(said).toMatch(/Quit Ollama first[\s\S]*ollama serve/);
  expect(said).toContain('set "OLLAMA_ORIGINS=https://page.example" && ollama serve');
  expect(said).toContain('setx OLLAMA_ORIGINS "https://page.example"');
});

test('where nothing was found out, both reasons are said', () => {
  expect(words({ kind: 'unknown' })).toMatch(/ollama serve[\s\S]*OLLAMA_ORIGINS/);
});

test('a page from elsewhere is reminded of the permission for this device; a local one is not', () => {
  expect(words({ kind: 'unreachable' })).toContain('The browser asks before');
  expect(words({ kind: 'unreachable' }, { pageOrigin: 'http://localhost:4173' })).not.toContain(
    'The browser asks before',
  );
});

test('a refused key is checked, a missing one is added', () => {
  const failure = { kind: 'key', status: 401, said: 'Who are you?' } as const;
  expect(words(failure)).toMatch(/wants an API key \(401\)\. It says: “Who are you\?”/);
  expect(words(failure, { hasKey: true })).toContain('refused the API key');
});

test('a model that Ollama lacks can be fetched', () => {
  expect(words({ kind: 'no-model', said: '' })).toContain('ollama pull small');
  expect(words({ kind: 'no-model', said: '' }, { address: 'https://x.example/v1' })).not.toContain(
    'ollama',
  );
});

test('what had arrived when it broke off is said plainly', () => {
  expect(words({ kind: 'broke-off' })).toContain('before a word');
  expect(words({ kind: 'broke-off' }, { arrived: 'words' })).toContain('is kept in the chat');
  expect(words({ kind: 'broke-off' }, { arrived: 'thoughts' })).toContain('there is no answer');
});
