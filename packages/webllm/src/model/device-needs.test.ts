import { expect, test } from 'vitest';
import { needsOf } from './device-needs.ts';

const HALF_FLOATS = ['shader-f16'];

test.each([
  'Llama-3.2-1B-Instruct-q4f16_1-MLC',
  'Llama-3.2-1B-Instruct-q0f16-MLC',
  'Llama-2-7b-chat-hf-q4f16_1-MLC-1k',
  'SmolLM2-135M-Instruct-q0f16-MLC',
])('[MOD-2] %s needs half floats, which its record may not say', (id) => {
  expect(needsOf(id).features).toEqual(HALF_FLOATS);
});

test.each(['Llama-3.2-1B-Instruct-q4f32_1-MLC', 'tiny', 'f16-of-mine-q4f32_1', 'eq4f16'])(
  '[MOD-2] %s needs none',
  (id) => {
    expect(needsOf(id).features).toEqual([]);
  },
);

test('a record’s own features and buffer are kept', () => {
  const record = {
    model: 'https://models.example/m',
    model_id: 'm-q4f16_1-MLC',
    model_lib: 'https://models.example/m.wasm',
    required_features: ['shader-f16', 'subgroups'],
    buffer_size_required_bytes: 262_144_000,
  };
  expect(needsOf(record)).toEqual({
    features: ['shader-f16', 'subgroups'],
    bufferBytes: 262_144_000,
  });
});
