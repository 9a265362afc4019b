import { expect, test } from 'vitest';
import { baseOf, firstFiles, shardsOf, tokenizerFile } from './model-files.ts';

const RECORD = {
  model: 'https://huggingface.co/mlc-ai/tiny',
  model_id: 'tiny',
  model_lib: 'https://models.example/libs/tiny-webgpu.wasm',
};
const BASE = 'https://huggingface.co/mlc-ai/tiny/resolve/main/';

test.each([
  [RECORD.model, BASE],
  [`${RECORD.model}/`, BASE],
  [`${RECORD.model}/resolve/v2`, 'https://huggingface.co/mlc-ai/tiny/resolve/v2/'],
])('the files of %s lie below %s', (model, base) => {
  expect(baseOf({ ...RECORD, model })).toBe(base);
});

test('the first files stand where web-llm looks for them', () => {
  const { config, weightList, library, manifest } = firstFiles(RECORD);
  expect(config).toMatchObject({ url: `${BASE}mlc-chat-config.json`, cache: 'webllm/config' });
  expect(weightList).toMatchObject({ url: `${BASE}tensor-cache.json`, cache: 'webllm/model' });
  expect(library).toMatchObject({ name: 'tiny-webgpu.wasm', cache: 'webllm/wasm' });
  expect(manifest).toBeUndefined();
  const packed = firstFiles({ ...RECORD, model_manifest: 'mlc-model-manifest.json' });
  expect(packed.manifest).toMatchObject({
    url: `${BASE}mlc-model-manifest.json`,
    cache: 'webllm/config',
  });
});

test('of two tokenizers the one in JSON is taken', () => {
  const both = { tokenizer_files: ['tokenizer.model', 'tokenizer.json'] };
  expect(tokenizerFile(both, BASE)?.name).toBe('tokenizer.json');
  expect(tokenizerFile({ tokenizer_files: ['tokenizer.model'] }, BASE)).toMatchObject({
    name: 'tokenizer.model',
    content: 'bytes',
  });
});

test.each([undefined, null, [], {}, { tokenizer_files: 'tokenizer.json' }, 'a'])(
  'a configuration %o names no tokenizer',
  (config) => {
    expect(tokenizerFile(config, BASE)).toBeUndefined();
  },
);

test('weights are listed with their lengths', () => {
  const list = { records: [{ dataPath: 'params_shard_0.bin', nbytes: 12, records: [] }] };
  expect(shardsOf(list, BASE)).toMatchObject([{ url: `${BASE}params_shard_0.bin`, bytes: 12 }]);
});

test.each([
  undefined,
  {},
  { records: {} },
  { records: [null] },
  { records: [{ dataPath: 'a.bin' }] },
  { records: [{ dataPath: 'a.bin', nbytes: -1 }] },
])('%o is no list of weights', (list) => {
  expect(shardsOf(list, BASE)).toBeUndefined();
});
