import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { formatMoment } from '../words/format.ts';
import { describeBreaker, summaryWords, usesWords } from './schedule-words.ts';

const told = (breaker: Parameters<typeof describeBreaker>[0]) =>
  describeBreaker(breaker, FIXTURE_NOW_MS);

test('[CMP-6] a closed breaker is calm until something fails', () => {
  expect(told({ status: 'closed', failures: 0 })).toMatchObject({ badge: 'Closed', tone: 'calm' });
  expect(told({ status: 'closed', failures: 2 })).toMatchObject({
    badge: 'Closed, 2 failures',
    tone: 'warning',
  });
});

test('[CMP-6] an open breaker says until when, and that compaction continues', () => {
  const retryAtMs = FIXTURE_NOW_MS + 300_000;
  const breaker = { status: 'open', failures: 3, openedAtMs: FIXTURE_NOW_MS, retryAtMs } as const;
  const clock = formatMoment(retryAtMs, FIXTURE_NOW_MS).slice(0, 5);
  expect(told(breaker)).toEqual({
    badge: `Open until ${clock}`,
    meaning: 'no model is asked; compaction continues without one (3 failures in a row)',
    tone: 'warning',
  });
  const soon = { ...breaker, retryAtMs: FIXTURE_NOW_MS + 30_000 };
  expect(told(soon).badge).toBe(`Open until ${formatMoment(soon.retryAtMs, FIXTURE_NOW_MS)}`);
  expect(told({ ...breaker, retryAtMs: Number.POSITIVE_INFINITY }).badge).toBe('Open for good');
});

test('[CMP-6] a half-open breaker says that a trial is under way', () => {
  expect(told({ status: 'half-open', failures: 3 })).toMatchObject({
    badge: 'Half-open',
    meaning: 'one trial is under way after 3 failures',
  });
});

test('[CMP-13] the summariser says what it is doing', () => {
  expect(summaryWords({ status: 'idle' })).toBe('idle');
  expect(summaryWords({ status: 'working' })).toBe('working');
  const progress = { done: 1, parts: 3 };
  expect(summaryWords({ status: 'working', progress })).toBe('working, 1 of 3 parts done');
  expect(summaryWords({ status: 'prepared', coversEntries: 14 })).toBe('prepared for 14 messages');
});

test('[CMP-6] a breaker or a summariser in a state that came later is told by its code', () => {
  const status = newerKind<'half-open'>('cooling-down');
  expect(told({ status, failures: 1 })).toMatchObject({ badge: 'Cooling down', tone: 'warning' });
  const summary = { status: newerKind<'idle'>('loading-model'), name: 'small' };
  expect(summaryWords(summary)).toBe('loading model');
});

test('[CMP-13] what became of summaries is told with its reasons', () => {
  const none = { failed: 0, overtaken: 0, 'no-gain': 0 };
  expect(usesWords({ asked: 12, used: 12, unused: none })).toBe('12 asked for, 12 used');
  expect(usesWords({ asked: 5, used: 1, unused: { failed: 2, overtaken: 1, 'no-gain': 1 } })).toBe(
    '5 asked for, 1 used; 2 failed, 1 overtaken by a change or an undo, 1 without gain',
  );
});
