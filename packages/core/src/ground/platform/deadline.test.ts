import { expect, test } from 'vitest';
import { aSimulatedAbort } from '../../testing/simulated-abort.ts';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import type { AbortSignalLike } from './abort.ts';
import type { Clock } from './clock.ts';
import { nextTask } from './clock.ts';
import { DeadlineError, withDeadline } from './deadline.ts';

const never = () => new Promise<never>(() => undefined);

/** A clock that knows which of its timers have neither rung nor been stopped. */
function aWatchedClock(): { readonly clock: Clock; readonly running: () => number } {
  const clock = aSimulatedClock();
  const timers = new Set<object>();
  return {
    running: () => timers.size,
    clock: {
      nowMs: () => clock.nowMs(),
      startTimer(callback, delayMs) {
        const timer = {};
        timers.add(timer);
        const stop = clock.startTimer?.(() => {
          timers.delete(timer);
          callback();
        }, delayMs);
        return () => {
          timers.delete(timer);
          stop?.();
        };
      },
    },
  };
}

test('[MOD-3] work that answers in time gives its answer', async () => {
  const clock = aSimulatedClock();
  await expect(withDeadline(async () => 5, { limitMs: 1_000, clock })).resolves.toBe(5);
});

test('[MOD-3] work that hangs is given up at its limit, not before, and is told to stop', async () => {
  const clock = aSimulatedClock();
  let its: AbortSignalLike | undefined;
  const working = withDeadline(
    (signal) => {
      its = signal;
      return never();
    },
    { limitMs: 1_500, clock },
  );
  clock.advance(1_499);
  expect(its?.aborted).toBe(false);
  clock.advance(1);
  expect(its?.aborted).toBe(true);
  expect(its?.reason).toBeInstanceOf(DeadlineError);
  await expect(working).rejects.toThrow('it did not answer within 1.5 s');
});

test('[MOD-3] an abort by the caller reaches the work, and is what it ends with', async () => {
  const { signal, abort } = aSimulatedAbort();
  let its: AbortSignalLike | undefined;
  const working = withDeadline(
    (given) => {
      its = given;
      return never();
    },
    { limitMs: 1_000, clock: aSimulatedClock(), signal },
  );
  const reason = new Error('the user left');
  abort(reason);
  expect(its?.reason).toBe(reason);
  await expect(working).rejects.toBe(reason);
});

test('[MOD-3] after an abort no work is begun', async () => {
  const { signal, abort } = aSimulatedAbort();
  abort(new Error('the user left'));
  let begun = 0;
  const work = async () => {
    begun += 1;
  };
  const working = withDeadline(work, { limitMs: 1_000, clock: aSimulatedClock(), signal });
  await expect(working).rejects.toThrow('the user left');
  expect(begun).toBe(0);
});

test('[MOD-3] an endless limit starts no timer', async () => {
  const { clock, running } = aWatchedClock();
  const working = withDeadline(never, { limitMs: Number.POSITIVE_INFINITY, clock });
  working.catch(() => undefined);
  expect(running()).toBe(0);
});

test.each<[string, () => Promise<unknown>]>([
  ['answers', async () => 5],
  ['fails', () => Promise.reject(new Error('no'))],
  [
    'throws at once',
    () => {
      throw new Error('no');
    },
  ],
])('[MOD-3] work that %s leaves no timer and no listener behind', async (_what, work) => {
  const { clock, running } = aWatchedClock();
  const listeners = new Set<() => void>();
  let listened = 0;
  const signal: AbortSignalLike = {
    aborted: false,
    addEventListener: (_type, listener) => {
      listened += 1;
      listeners.add(listener);
    },
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  };
  const working = withDeadline(work, { limitMs: 1_000, clock, signal });
  await working.catch(() => undefined);
  expect([listened, listeners.size, running()]).toEqual([1, 0, 0]);
});

test('[MOD-3] after it has settled nothing rings: the signal of the work stays quiet', async () => {
  const clock = aSimulatedClock();
  let its: AbortSignalLike | undefined;
  await withDeadline(
    async (signal) => {
      its = signal;
    },
    { limitMs: 1_000, clock },
  );
  clock.advance(5_000);
  expect(its?.aborted).toBe(false);
});

test('[MOD-3] work that fails after it was given up does so quietly', async () => {
  const clock = aSimulatedClock();
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const working = withDeadline(() => late, { limitMs: 1_000, clock });
  clock.advance(1_000);
  await expect(working).rejects.toBeInstanceOf(DeadlineError);
  fail(new Error('late'));
  await nextTask();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('[MOD-3] a clock that is an object of a class keeps its own', async () => {
  class Counting implements Clock {
    started = 0;
    nowMs = () => 0;
    startTimer(): () => void {
      this.started += 1;
      return () => undefined;
    }
  }
  const clock = new Counting();
  await withDeadline(async () => 5, { limitMs: 1_000, clock });
  expect(clock.started).toBe(1);
});

test('[MOD-3] without a timer in the clock the platform’s own rings', async () => {
  const clock: Clock = { nowMs: () => 0 };
  await expect(withDeadline(never, { limitMs: 1, clock })).rejects.toBeInstanceOf(DeadlineError);
});
