import { expect, test } from 'vitest';
import { memorySource } from '../source/memory-source.ts';
import { BOOKING_NUMBER, timeSession } from '../testing/time-session.ts';
import { callForKey, spokenForm, valueAnswer, valueColumns } from './value-answer.ts';

const { signal } = new AbortController();
const CALLS = [
  { fromCall: 9, toCall: 20, where: 'message', tier: 'working' },
  { fromCall: 21, toCall: 38, where: 'summary', tier: 'archive' },
  { fromCall: 39, toCall: 60, where: 'absent' },
] as const;
const TRACE = { phrase: 'PAY', seqs: [24], messages: 1, itemIds: [], calls: CALLS };

test('[DEV-13] says first message, the calls that saw a value, and the last one that had it whole', () => {
  expect(valueAnswer({ trace: TRACE }, undefined, 30)).toMatchObject({
    firstSeq: 24,
    seenBy: 'seen by calls 9–38 of 60',
    lastVerbatimCall: 20,
    atCall: { call: 30, where: 'in the summary' },
  });
});

test('[DEV-13] a value that nothing holds is told to be nowhere, or only in long-term memory', () => {
  const trace = { ...TRACE, seqs: [], messages: 0, calls: [] };
  expect(valueAnswer({ trace }, undefined).now).toContain('nowhere');
  const records = { count: 1, hasMore: false };
  expect(valueAnswer({ trace, records }, undefined).now).toBe(
    'only in long-term memory, in 1 record',
  );
});

test('[DEV-13] the answer names the form that the present context has', async () => {
  const source = memorySource(await timeSession());
  const trace = await source.trace(BOOKING_NUMBER, { signal });
  const { plan } = source.getState();
  const answer = valueAnswer({ trace }, plan);
  const isSent = trace.itemIds.length > 0;
  expect(answer.firstSeq).toBe(0);
  expect(answer.now === 'not in the context').toBe(!isSent);
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
