import { expect, test } from 'vitest';
import { callForKey, callsAnswer, spokenForm, valueColumns } from './value-answer.ts';

const CALLS = [
  { fromCall: 9, toCall: 20, where: 'message', tier: 'working' },
  { fromCall: 21, toCall: 38, where: 'summary', tier: 'archive' },
  { fromCall: 39, toCall: 60, where: 'absent' },
] as const;
const answer = { fate: 'lost', sentence: 'Lost.', actions: [] } as const;
const TRACE = { phrase: 'PAY', seqs: [24], messages: 1, itemIds: [], answer, calls: CALLS };

test('[DEV-13] says the calls that saw a value, and the last one that had it whole', () => {
  expect(callsAnswer(TRACE, 30)).toEqual({
    seenBy: 'seen by calls 9–38 of 60',
    lastVerbatimCall: 20,
    atCall: { call: 30, where: 'in the summary' },
  });
});

test('[DEV-13] columns cover every call once, and keys walk the calls and their changes', () => {
  const columns = valueColumns(CALLS, 10);
  expect(columns.length).toBeLessThanOrEqual(10);
  expect(columns[0]?.fromCall).toBe(9);
  expect(columns.at(-1)?.toCall).toBe(60);
  for (const [index, { fromCall }] of columns.slice(1).entries()) {
    expect(fromCall).toBe((columns[index]?.toCall ?? 0) + 1);
  }
  expect(callForKey(CALLS, 'ArrowLeft', 9)).toBe(9);
  expect(callForKey(CALLS, 'PageUp', 60)).toBe(38);
  expect(callForKey(CALLS, 'PageDown', 9)).toBe(21);
  expect(callForKey(CALLS, 'x', 9)).toBeUndefined();
  expect(spokenForm(CALLS, 30)).toBe('Call 30 of 60: in the summary');
});
