import { expect, test } from 'vitest';
import { idRichResult, longProse } from './large-texts.mjs';

test('[BENCH] orders are as many bytes as asked for, and no line stands twice', () => {
  const lines = [0, 1].flatMap((seed) => idRichResult(seed, 50_000).split('\n'));
  expect(lines.join('\n').length).toBeGreaterThan(100_000);
  expect(new Set(lines).size).toBe(lines.length);
});

test('[BENCH] prose is sentences in paragraphs, none of them twice', () => {
  const sentences = longProse(3, 20_000).split(/(?<=\.)\s+/);
  expect(sentences.length).toBeGreaterThan(100);
  expect(new Set(sentences).size).toBe(sentences.length);
});
