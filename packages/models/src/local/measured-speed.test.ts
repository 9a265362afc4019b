import { expect, test } from 'vitest';
import { measuredSpeed } from './measured-speed.ts';

const times = { readMs: 20_000, writeMs: 5_000 };

test('[MOD-1] the speed of a model is that of its newest answer, without what its cache held', () => {
  const usage = { inputTokens: 240, cachedInputTokens: 40, outputTokens: 30 };
  expect(measuredSpeed({}, usage, times)).toEqual({ readsPerSecond: 10, writesPerSecond: 6 });
});

test('[MOD-1] an answer of a few tokens, or of no measurable time, says nothing of the speed', () => {
  const before = { readsPerSecond: 10, writesPerSecond: 6 };
  const short = { inputTokens: 240, cachedInputTokens: 230, outputTokens: 3 };
  expect(measuredSpeed(before, short, times)).toEqual(before);
  const long = { inputTokens: 240, outputTokens: 30 };
  expect(measuredSpeed(before, long, { readMs: 0, writeMs: 0 })).toEqual(before);
  expect(measuredSpeed({}, {}, times)).toEqual({});
});
