import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factorOfModel } from './encoding-of-model.ts';

test.each([
  ['claude-sonnet-4-5', 1.375],
  ['anthropic/claude-3-haiku', 1.375],
  ['gemini-2.5-flash', 1.25],
  ['gemma3:4b', 1.25],
  ['meta-llama/Llama-3.2-1B', 1.0625],
  ['meta-llama/Llama-2-7b-chat', 1.375],
  ['mistral-small', 1.3125],
  ['mistral-nemo', 1.1875],
  ['Qwen3:8b', 1.1875],
  ['deepseek-r1-distill-qwen-7b', 1.1875],
  ['deepseek-chat', 1.0625],
  ['phi4', 1.375],
  ['my-own', 1.375],
  ['gpt-2', 1.375],
  ['gpt-4o', 1],
  ['openai/gpt-4', 1],
])('[TOK-5] figures for %s begin with the factor %f', (model, factor) => {
  expect(factorOfModel(model)).toBe(factor);
});

test('[TOK-5] a memory that is told of no model takes figures as they are', () => {
  expect(factorOfModel(undefined)).toBe(1);
});

test('[TOK-5] no model is counted too low by its factor, and none at more than twice', () => {
  fc.assert(
    fc.property(fc.string(), (model) => {
      const factor = factorOfModel(model);
      expect(factor).toBeGreaterThanOrEqual(1);
      expect(factor).toBeLessThanOrEqual(2);
      // The ledger keeps steps of a 64th.
      expect(Number.isInteger(64 * factor)).toBe(true);
    }),
  );
});
