import { expect, test } from 'vitest';
import { encodingOfModel } from './encoding-of-model.ts';

test.each([
  ['gpt-4o', 'o200k_base'],
  ['gpt-4o-mini-2024-07-18', 'o200k_base'],
  ['gpt-4.1-nano', 'o200k_base'],
  ['gpt-5', 'o200k_base'],
  ['gpt-5.1', 'o200k_base'],
  ['gpt-oss-20b', 'o200k_base'],
  ['o1-mini', 'o200k_base'],
  ['o3', 'o200k_base'],
  ['openai/gpt-4o', 'o200k_base'],
  ['ft:gpt-4o:mine:name:id', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-4-turbo', 'cl100k_base'],
  ['gpt-4-32k-0314', 'cl100k_base'],
  ['gpt-3.5-turbo', 'cl100k_base'],
  ['gpt-35-turbo', 'cl100k_base'],
  ['ft:gpt-3.5-turbo:mine', 'cl100k_base'],
  ['text-embedding-3-small', 'cl100k_base'],
])('[TOK-1] counts %s with %s', (model, encoding) => {
  expect(encodingOfModel(model)).toEqual({ encoding, isExact: true });
});

test.each([
  '',
  'o10',
  'o1x',
  'gpt-40',
  'GPT-4o',
  'gpt-4O',
  'gpt-2',
  'claude-sonnet-4-5',
  'Llama-3.2-1B',
  'my/gpt',
  '/',
])('[TOK-1] has no exact encoding for %j', (model) => {
  expect(encodingOfModel(model)).toEqual({ encoding: 'o200k_base', isExact: false });
});
