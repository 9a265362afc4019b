import { expect, test, vi } from 'vitest';
import { START_MS } from '../../testing/builders.ts';
import { nextTask, startTimer, systemClock } from './clock.ts';

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

test('[CMP-1] the next task comes behind messages that wait already', async () => {
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const received = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      order.push('message');
      port1.close();
      resolve();
    };
  });
  port2.postMessage(undefined);
  await nextTask();
  order.push('next task');
  await received;
  expect(order).toEqual(['message', 'next task']);
});

test('[CMP-1] where the platform has no messages there is nothing to wait for', async () => {
  vi.stubGlobal('MessageChannel', undefined);
  try {
    await expect(nextTask()).resolves.toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});
