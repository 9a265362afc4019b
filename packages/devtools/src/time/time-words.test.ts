import { expect, test } from 'vitest';
import { aCall } from '../testing/many-calls.ts';
import { timeColumns } from './time-columns.ts';
import { callTokens, columnTitle, spokenCall } from './time-words.ts';

const KEPT = { first: 1, last: 61 };

test('[DEV-5] a call is spoken with its figures and its marks', () => {
  const call = aCall(31, { totalTokens: 7_812, marks: ['compaction'] });
  expect(spokenCall(call, KEPT)).toBe('Call 31 of 61: 7,812 of 8,000 tokens, compaction');
});

test('[DEV-2] figures that were estimated then say so', () => {
  const call = aCall(3, { totalTokens: 900, tokenSource: 'estimated' });
  expect(callTokens(call)).toBe('≈900 of 8,000 tokens');
});

test('[DEV-5] a merged column names its calls and says which of them is shown', () => {
  const calls = [1, 2, 3, 4].map((call) => aCall(call));
  const [merged] = timeColumns(calls, 4);
  expect(merged && columnTitle(merged, KEPT)).toBe('Fullest of 1–2');
  const [single] = timeColumns(calls, 400);
  expect(single && columnTitle(single, KEPT)).toBe('Call 1 of 61');
});
