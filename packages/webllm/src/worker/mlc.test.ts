import { RECOMMENDED_MODELS } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { needsOf } from '../model/device-needs.ts';
import { LISTED_MODELS, TOOL_MODELS } from './mlc.ts';

const HALF_FLOATS = 'shader-f16';

test('[MOD-2] the ids of web-llm’s list tell each model of half floats, also those that declare nothing', () => {
  const declared = LISTED_MODELS.filter((record) =>
    record.required_features?.includes(HALF_FLOATS),
  );
  const told = LISTED_MODELS.filter(({ model_id: id }) =>
    needsOf(id).features.includes(HALF_FLOATS),
  );
  const named = LISTED_MODELS.filter(({ model_lib: library }) => /f16/.test(library));
  expect(told).toEqual(expect.arrayContaining(declared));
  expect(told).toEqual(named);
  expect(told.length).toBeGreaterThan(declared.length);
});

test('web-llm’s list has models that call tools, and no embedders', () => {
  const ids = LISTED_MODELS.map(({ model_id: id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...TOOL_MODELS]));
  expect(ids.filter((id) => id.includes('embed'))).toEqual([]);
});

test('[MOD-2] the models that are recommended for web-llm are in its list, with their needs', () => {
  const recommended = RECOMMENDED_MODELS.filter(({ engine }) => engine === 'webllm');
  expect(recommended.length).toBeGreaterThan(0);
  for (const { model, needsShaderF16 = false } of recommended) {
    expect(LISTED_MODELS.map((record) => record.model_id)).toContain(model);
    expect(needsOf(model).features.includes(HALF_FLOATS)).toBe(needsShaderF16);
  }
});
