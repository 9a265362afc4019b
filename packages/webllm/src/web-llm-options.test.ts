import { expect, test } from 'vitest';
import { readOptions, type WebLlmOptions } from './web-llm-options.ts';

const RECORD = {
  model: 'https://models.example/tiny',
  model_id: 'tiny',
  model_lib: 'https://models.example/tiny.wasm',
};

test('options of every local model are passed on, and the rest is the engine’s', () => {
  const worker = (): Worker => {
    throw new Error('Nobody asked for it.');
  };
  const read = readOptions({ model: RECORD, contextWindow: 2_048, worker, download: 'allowed' });
  expect(read).toEqual({
    settings: { model: RECORD, contextWindow: 2_048 },
    worker,
    shared: { download: 'allowed' },
  });
});

test.each([
  [{ model: '' }, /model.*id/],
  [{ model: { ...RECORD, model_lib: '' } }, /model_lib/],
  [{ model: { ...RECORD, model: 'tiny' } }, /no address in “model”/],
  [{ model: 'tiny', contextWindow: 0 }, /contextWindow/],
  [{ model: 'tiny', contextWindow: 1.5 }, /contextWindow/],
  [{ model: 'tiny', contextWindwo: 2_048 }, /contextWindow/],
])('%o is refused by name', (options, words) => {
  // Callers without types give such values.
  expect(() => readOptions(options as WebLlmOptions)).toThrow(words);
});
