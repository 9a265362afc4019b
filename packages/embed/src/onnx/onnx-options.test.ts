import { InvalidOptionError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { createOnnxEmbedder } from './create-onnx-embedder.ts';
import { settingsOf } from './onnx-options.ts';

const MODEL = 'https://example.org/models/minilm';

test.each([
  [{ model: MODEL, sha265: {} }, '`sha256`'],
  [{ model: MODEL, sha256: { 'config.json': 'abc' } }, '64 hexadecimal digits'],
  [{ model: MODEL, prefixes: { query: 'query: ' } }, '`prefixes` must have two texts'],
  [{ model: MODEL, worker: {} }, '`worker` must be a function'],
  [{ model: MODEL, runtime: 7 }, '`runtime` must be an address'],
  [{ model: 'models/minilm' }, 'is no address'],
  [{ model: 'file:///models/minilm' }, 'must begin with http:// or https://'],
  [{ model: [] }, 'a list of files, not empty'],
  [{ model: ['config.json'] }, 'a list of files, not empty'],
  [{ model: { kind: 'file' } }, 'an address, a list of files, or a folder'],
  [{}, 'an address, a list of files, or a folder'],
])('%j is refused by name', (options, words) => {
  const create = () => createOnnxEmbedder(options as Parameters<typeof createOnnxEmbedder>[0]);
  expect(create).toThrow(InvalidOptionError);
  expect(create).toThrow(words);
});

test('an address is a folder, with or without a slash, and without what is behind it', () => {
  const baseUrl = 'https://example.org/models/minilm/';
  expect(settingsOf({ model: MODEL }).source).toEqual({ kind: 'address', baseUrl });
  expect(settingsOf({ model: new URL(`${MODEL}/?a=1#b`) }).source).toEqual({
    kind: 'address',
    baseUrl,
  });
});

test('calls that cannot be understood are refused', async () => {
  const embedder = createOnnxEmbedder({ model: MODEL });
  const embed = embedder.embed as (texts: unknown, options: unknown) => Promise<unknown>;
  await expect(embed('one text', { purpose: 'query' })).rejects.toThrow('a list of texts');
  await expect(embed(['one'], { purpose: 'search' })).rejects.toThrow("'query' or 'passage'");
  await expect(embed(['one'], undefined)).rejects.toThrow('`purpose`');
  await expect(embed(['one'], { purpose: 'query', sginal: 1 })).rejects.toThrow('`signal`');
  embedder.dispose();
});
