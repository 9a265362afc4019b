import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { type WllamaOptions, wllama } from '../wllama.ts';
import { nameOf, settingsOf } from './gguf-options.ts';

const URL_OF_MODEL = 'https://example.org/m/tiny.gguf';

test('[MOD-2] to make a model fetches nothing, and Node can do it', () => {
  const model = wllama({ model: URL_OF_MODEL, contextWindow: 2_048 });
  expect(model.name).toBe('tiny.gguf');
  expect(model.status.phase).toBe('unloaded');
  model.dispose();
});

test('defaults are those that the documentation says', () => {
  expect(settingsOf({ model: URL_OF_MODEL })).toEqual({
    parts: [{ content: 'gguf', name: 'tiny.gguf', url: URL_OF_MODEL }],
    contextWindow: 4_096,
    threads: undefined,
    isGpuWanted: true,
    wasmUrl: undefined,
    compat: undefined,
  });
});

test('a name of its own goes before the name of the file', () => {
  const options = { model: [URL_OF_MODEL, new URL('https://example.org/b.gguf')], name: 'Ada' };
  const settings = settingsOf(options);
  expect(settings.parts).toHaveLength(2);
  expect(nameOf(options, settings)).toBe('Ada');
});

test.each<[string, object]>([
  ['model', { model: '' }],
  ['model', { model: 'no address without a page' }],
  ['model', { model: 'ftp://example.org/tiny.gguf' }],
  ['model', { model: [] }],
  ['model', { model: [URL_OF_MODEL, new Blob()] }],
  ['model', { model: 7 }],
  ['sha256', { sha256: 'abc' }],
  ['sha256', { sha256: ['0'.repeat(64), '0'.repeat(64)] }],
  ['name', { name: '' }],
  ['contextWindow', { contextWindow: 100 }],
  ['contextWindow', { contextWindow: 1_000.5 }],
  ['threads', { threads: 0 }],
  ['backend', { backend: 'webnn' }],
  ['wasmUrl', { wasmUrl: 'nowhere' }],
  ['compat.wasm', { compat: { worker: 'https://example.org/wllama.js' } }],
  ['compat.script', { compat: { script: 'https://example.org/wllama.js' } }],
  ['wllama.temperature', { temperature: 0 }],
  ['timeoutMs', { timeoutMs: 0 }],
])('[MOD-5] option %s is refused by its name: %j', (option, given) => {
  const options = { model: URL_OF_MODEL, ...given } as WllamaOptions;
  expect(() => wllama(options)).toThrow(InvalidOptionError);
  expect(() => wllama(options)).toThrow(expect.objectContaining({ option }));
});
