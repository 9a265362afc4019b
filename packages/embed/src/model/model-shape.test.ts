import { describe, expect, test } from 'vitest';
import { nameOf, shapeOf, type TensorShape, windowOf } from './model-shape.ts';
import { startFailure } from './start-failure.ts';

const input = (name: string, type = 'int64'): TensorShape => ({ name, type, shape: ['b', 's'] });
const output = (
  name: string,
  type = 'float32',
  shape: readonly (number | string)[] = ['b', 's', 384],
) => ({ name, type, shape }) as const;

const INPUTS = [input('input_ids'), input('attention_mask')];

test('a model without token_type_ids is fed without them', () => {
  expect(shapeOf(INPUTS, [output('last_hidden_state')])).toEqual({
    kind: 'shape',
    inputs: [
      { name: 'input_ids', type: 'int64' },
      { name: 'attention_mask', type: 'int64' },
    ],
    output: 'last_hidden_state',
  });
});

test('the output with a vector a token is taken, whatever stands beside it', () => {
  const pooled = output('sentence_embedding', 'float32', ['b', 384]);
  expect(shapeOf(INPUTS, [pooled, output('token_embeddings')])).toMatchObject({
    output: 'token_embeddings',
  });
  expect(shapeOf(INPUTS, [output('1234')])).toMatchObject({ output: '1234' });
});

describe('[MOD-3] a model that is not one of ours is refused in words', () => {
  test.each([
    [[input('pixel_values')], [output('last_hidden_state')], 'it wants an input `pixel_values`'],
    [[input('attention_mask')], [output('last_hidden_state')], 'it has no input `input_ids`'],
    [[input('input_ids', 'float32')], [output('x')], 'of the type float32, and not int64 or int32'],
    [INPUTS, [], 'it has none'],
    [INPUTS, [output('logits', 'float32', ['b', 2])], '`logits` [b, 2]'],
    [INPUTS, [output('a'), output('b')], 'none of its outputs holds one vector a token'],
    [INPUTS, [output('last_hidden_state', 'float16')], 'of the type float16, and not float32'],
  ])('%#', (inputs, outputs, words) => {
    const shape = shapeOf(inputs, outputs);
    expect(shape.kind === 'problem' && shape.problem).toContain(words);
  });
});

test.each([
  [{ max_position_embeddings: 512 }, { model_max_length: 256 }, 256],
  [{ max_position_embeddings: 514, model_type: 'xlm-roberta' }, {}, 512],
  [{ max_position_embeddings: 128 }, { model_max_length: 1e30 }, 128],
  [{}, {}, 512],
  [{ max_position_embeddings: '512' }, { model_max_length: -1 }, 512],
])('the window of %j and %j is %d tokens', (config, tokenizerConfig, window) => {
  expect(windowOf(config, tokenizerConfig)).toBe(window);
});

test('a model is named as its configuration names it', () => {
  expect(nameOf({ _name_or_path: 'x/y', model_type: 'bert' })).toBe('x/y');
  expect(nameOf({ _name_or_path: '', model_type: 'bert' })).toBe('bert');
  expect(nameOf({})).toBe('onnx');
});

test.each([
  ["Can't create a session. failed to allocate a buffer: std::bad_alloc", 'out-of-memory'],
  ['Failed to load model because protobuf parsing failed.', 'files-unreadable'],
  ['no available backend found. ERR: [wasm] TypeError: Failed to fetch', 'device-unsupported'],
  ['Failed to load external data file "model.onnx_data"', 'files-unreadable'],
  ['Unknown operator Foo', 'files-unreadable'],
])('the words %j of ONNX Runtime mean %s', (words, kind) => {
  expect(startFailure(words, 'model.onnx').kind).toBe(kind);
});
