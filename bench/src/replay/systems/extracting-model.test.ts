import { expect, test } from 'vitest';
import { ExtractingModel, excerptsOf } from './extracting-model.mjs';

test('[BENCH] the stand-in gives the beginning of every message it is shown', async () => {
  const conversation = `Human: Find ORD-1\nAI: ${'a'.repeat(300)}\nTool: found\nin two lines`;
  const answer = await new ExtractingModel(1000).invoke(conversation);
  expect(answer.text).toBe(`Human: Find ORD-1\nAI: ${'a'.repeat(196)}\nTool: found\nin two lines`);
});

test('[BENCH] the stand-in leaves the oldest out where all would be too long', () => {
  const messages = Array.from({ length: 40 }, (_, index) => `AI: ${index} ${'a'.repeat(300)}`);
  const excerpts = excerptsOf(messages.join('\n')).split('\n');
  expect(excerpts).toEqual(
    messages.slice(-excerpts.length).map((message) => message.slice(0, 200)),
  );
  expect(excerpts).toHaveLength(14);
});

test('[BENCH] the stand-in takes an earlier summary over without its heading', () => {
  const earlier = 'Here is a summary of the conversation to date:\n\nHuman: one\nAI: two';
  expect(excerptsOf(`Human: ${earlier}\nTool: three`)).toBe('Human: one\nAI: two\nTool: three');
});
