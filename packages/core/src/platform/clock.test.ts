import { expect, test, vi } from 'vitest';
import { START_MS } from '../testing/builders.ts';
import { startTimer, systemClock } from './clock.ts';

test('[MSG-5] the default clock tells the time of day', () => {
  vi.useFakeTimers({ now: START_MS });
  try {
    expect(systemClock.nowMs()).toBe(START_MS);
  } finally {
    vi.useRealTimers();
  }
});

test('[MOD-3] a timer of months does not ring at once', () => {
  vi.useFakeTimers();
  try {
    let rung = 0;
    startTimer(() => {
      rung += 1;
    }, 2 ** 31);
    vi.advanceTimersByTime(60_000);
    expect(rung).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
