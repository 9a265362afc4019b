import { expect, test, vi } from 'vitest';
import { START_MS } from '../testing/builders.ts';
import { systemClock } from './clock.ts';

test('[MSG-5] the default clock tells the time of day', () => {
  vi.useFakeTimers({ now: START_MS });
  try {
    expect(systemClock.nowMs()).toBe(START_MS);
  } finally {
    vi.useRealTimers();
  }
});
