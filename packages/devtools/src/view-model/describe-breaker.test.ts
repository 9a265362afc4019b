import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { FIXTURE_NOW_MS } from '../testing/plan-fixture.ts';
import { describeBreaker, summaryWords } from './describe-breaker.ts';
import { formatMoment } from './format.ts';

const told = (breaker: Parameters<typeof describeBreaker>[0]) =>
  describeBreaker(breaker, FIXTURE_NOW_MS);

test('[CMP-6] a closed breaker is calm until something fails', () => {
  expect(told({ status: 'closed', failures: 0 })).toMatchObject({ badge: 'Closed', tone: 'calm' });
  expect(told({ status: 'closed', failures: 2 })).toMatchObject({
    badge: 'Closed, 2 failures',
    tone: 'warning',
  });
});

test('[CMP-6] an open breaker says until when, and that compaction goes on', () => {
  const retryAtMs = FIXTURE_NOW_MS + 300_000;
  const breaker = { status: 'open', failures: 3, openedAtMs: FIXTURE_NOW_MS, retryAtMs } as const;
  const clock = formatMoment(retryAtMs, FIXTURE_NOW_MS).slice(0, 5);
  expect(told(breaker)).toEqual({
    badge: `Open until ${clock}`,
    meaning: 'no model is asked; compaction goes on without one (3 failures in a row)',
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
  expect(summaryWords({ status: 'prepared', coversEntries: 14 })).toBe('prepared for 14 messages');
});

test('[CMP-6] a breaker or a summariser in a state that came later is told by its code', () => {
  const status = newerKind<'half-open'>('cooling-down');
  expect(told({ status, failures: 1 })).toMatchObject({ badge: 'Cooling down', tone: 'warning' });
  const summary = { status: newerKind<'idle'>('loading-model'), name: 'small' };
  expect(summaryWords(summary)).toBe('loading model');
});
