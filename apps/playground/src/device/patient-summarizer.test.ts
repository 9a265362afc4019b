import type { Clock, Summarizer, SummaryRequest } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { patientSummarizer } from './patient-summarizer.ts';

const REQUEST: SummaryRequest = { sources: [], maxTokens: 100, count: ({ length }) => length };

/** A summariser that never answers, and says what it was given up by. */
const ENDLESS: Summarizer = {
  name: 'endless',
  summarize: (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    }),
};

/** A clock whose timers ring when the test says so. */
function aClock(): Clock & { readonly ring: () => void; readonly count: () => number } {
  const timers = new Set<() => void>();
  return {
    nowMs: () => 0,
    startTimer: (act) => {
      timers.add(act);
      return () => timers.delete(act);
    },
    ring: () => {
      for (const act of timers) act();
    },
    count: () => timers.size,
  };
}

test('a model that is not running is not asked, so that no summary starts an engine', async () => {
  const summarizer = patientSummarizer(ENDLESS, { isRunning: () => false, patienceMs: 1_000 });
  await expect(summarizer.summarize(REQUEST, {})).rejects.toMatchObject({ code: 'MODEL_UNLOADED' });
});

test('[CMP-13] a summary that a message waits for is given up after a while, and not before', async () => {
  const clock = aClock();
  const summarizer = patientSummarizer(ENDLESS, {
    isRunning: () => true,
    patienceMs: 5_000,
    clock,
  });
  const summary = summarizer.summarize(REQUEST, {});
  expect(clock.count()).toBe(0);
  const waited = summarizer.whileWaitedFor(() => summary);
  clock.ring();
  await expect(waited).rejects.toThrow('took more than 5 s while a message waited');
  expect(clock.count()).toBe(0);

  // The next one has its time again.
  const next = new AbortController();
  const later = summarizer.summarize(REQUEST, { signal: next.signal });
  next.abort(new Error('left'));
  await expect(later).rejects.toThrow('left');
});

test('whoever gets a context in time stops the clock', async () => {
  const clock = aClock();
  const summarizer = patientSummarizer(ENDLESS, {
    isRunning: () => true,
    patienceMs: 5_000,
    clock,
  });
  expect(await summarizer.whileWaitedFor(() => Promise.resolve('context'))).toBe('context');
  expect(clock.count()).toBe(0);
});
