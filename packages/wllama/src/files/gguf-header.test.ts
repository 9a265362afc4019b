import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ggufBytes } from '../testing/gguf-writer.ts';
import { tinyModelBytes, tinyModelHalves } from '../testing/tiny-model.ts';
import { readGgufHeader } from './gguf-header.ts';

const SEED = 31;
const textBytes = (text: string) => new TextEncoder().encode(text);

test('[MOD-5] the header of a model says what it is, and how it is to be run', () => {
  expect(readGgufHeader(tinyModelBytes({ name: 'Ada', chatTemplate: '{{ tools }}' }))).toEqual({
    kind: 'header',
    header: {
      architecture: 'llama',
      name: 'Ada',
      trainedWindow: 512,
      chatTemplate: '{{ tools }}',
      fileCount: 1,
    },
  });
});

test('the header of one file among several says how many there are', () => {
  const headers = tinyModelHalves().map((bytes) => readGgufHeader(bytes));
  expect(headers).toMatchObject([
    { header: { architecture: 'llama', fileCount: 2 } },
    { header: { architecture: '', fileCount: 2 } },
  ]);
});

test('a header that is cut anywhere is read as cut, and nothing is made up', () => {
  const whole = ggufBytes(
    {
      'general.architecture': { type: 'text', value: 'llama' },
      'llama.context_length': { type: 'u32', value: 2048 },
      'llama.rope.freq_base': { type: 'f32', value: 10_000 },
      'tokenizer.ggml.tokens': { type: 'texts', values: ['a', 'b', 'c'] },
      'tokenizer.ggml.scores': { type: 'f32s', values: [0, 1, 2] },
      'tokenizer.ggml.add_bos_token': { type: 'bool', value: true },
    },
    [],
  );
  const endsAt = whole.findLastIndex((byte) => byte !== 0) + 1;
  fc.assert(
    fc.property(fc.integer({ min: 4, max: endsAt - 1 }), (length) => {
      expect(readGgufHeader(whole.subarray(0, length))).toEqual({ kind: 'cut' });
    }),
    { seed: SEED },
  );
  expect(readGgufHeader(whole)).toMatchObject({ header: { trainedWindow: 2048 } });
});

test('no content behind the magic bytes ends the reading with an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (content) => {
      const bytes = Uint8Array.of(...textBytes('GGUF'), 3, 0, 0, 0, ...content);
      expect(['header', 'cut', 'unreadable']).toContain(readGgufHeader(bytes).kind);
    }),
    { seed: SEED },
  );
});

test.each([
  ['', 'an empty file'],
  ['<!DOCTYPE html><p>Sign in', 'a web page'],
  ['\n <html lang="en">', 'a web page'],
  ['version https://git-lfs.github.com/spec/v1\n', 'a pointer of Git LFS in its place'],
  ['PK\u0003\u0004', 'a file of another kind'],
  ['GGUF\u0001\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0', 'a GGUF file of version 1'],
])('[MOD-3] a file that begins with %j is %s', (text, found) => {
  expect(readGgufHeader(textBytes(text))).toEqual({ kind: 'unreadable', found });
});
