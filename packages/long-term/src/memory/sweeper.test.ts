import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { type Locks, whileLeading } from '../platform/leading-tab.ts';
import { DAY_MS } from '../records/time.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';

const GUESS = {
  type: 'user',
  kind: 'fact',
  text: 'Ada lives in Paris.',
  source: 'agent_inferred',
} as const;

function nextSweep(memory: LongTermMemory): Promise<number> {
  return new Promise((resolve) => {
    const stop = memory.subscribe((event) => {
      if (event.type !== 'sweep-end') return;
      stop();
      resolve(event.ended);
    });
  });
}

test('[LTM-6] a sweep ends what is over, every so often, until the memory is disposed', async () => {
  const clock = aSimulatedClock();
  const waits = aSignal();
  const startTimer = (callback: () => void, delayMs: number) => {
    waits.resolve();
    return clock.startTimer?.(callback, delayMs) ?? (() => undefined);
  };
  const watched = { ...clock, nowMs: () => clock.nowMs(), startTimer };
  const memory = createLongTermMemory({ clock: watched, sweepEveryMs: 7 * DAY_MS });
  const first = nextSweep(memory);
  await memory.store(GUESS);
  expect(await first).toBe(0);
  const second = nextSweep(memory);
  await waits.promise;
  clock.advance(7 * DAY_MS);
  expect(await second).toBe(1);
  expect((await memory.audit()).items[0]?.action).toBe('fade');
  await memory.dispose();
});

test('[LTM-6] of tabs on the same data one leads, and the next one when it lets go', async () => {
  const locks = aLockManager();
  const leading: string[] = [];
  const isNext = aSignal();
  const letGo = whileLeading('db', () => leading.push('one'), locks);
  const stopWaiting = whileLeading('db', () => leading.push('never'), locks);
  const lead = () => {
    leading.push('two');
    isNext.resolve();
  };
  whileLeading('db', lead, locks);
  expect(leading).toEqual(['one']);
  stopWaiting();
  letGo();
  await isNext.promise;
  expect(leading).toEqual(['one', 'two']);
});

test('[LTM-6] a tab that is denied locks leads without one', async () => {
  const isLeading = aSignal();
  const denied: Locks = { request: () => Promise.reject(new Error('denied')) };
  whileLeading('db', isLeading.resolve, denied);
  await isLeading.promise;
});

test('[LTM-6] where nothing is shared every tab leads', () => {
  const leading: string[] = [];
  whileLeading(undefined, () => leading.push('one'), aLockManager());
  whileLeading('db', () => leading.push('two'), null);
  expect(leading).toContain('one');
});

/** A promise and the hand that resolves it. */
function aSignal(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((given) => {
    resolve = given;
  });
  return { promise, resolve: () => resolve() };
}

/** Locks of one page: whoever asks waits for those that asked before and still want it. */
function aLockManager(): Locks {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const next = () => {
    isHeld = false;
    waiting.shift()?.();
  };
  return {
    async request(_name, { signal }, held) {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      if (signal.aborted) {
        next();
        throw signal.reason;
      }
      isHeld = true;
      await held();
      next();
    },
  };
}
