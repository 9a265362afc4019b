import { expect, test } from 'vitest';
import { holdLifeLock, onLifeLockFreed } from './life-lock.ts';
import type { Locks } from './locks.ts';

/** Locks of one page: each is held by one at a time, the others wait, and the test ends the holder. */
function someLocks() {
  const queues = new Map<string, (() => void)[]>();
  return {
    /** The thread that holds the lock ends. */
    end(name: string): void {
      queues.get(name)?.shift();
      queues.get(name)?.[0]?.();
    },
    locks: {
      async request(
        name: string,
        _options: object,
        held: () => Promise<unknown>,
      ): Promise<unknown> {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        queue.push(held);
        return queue.length === 1 ? held() : undefined;
      },
    } as Locks,
  };
}

test('[MOD-3] the end of the thread that holds the lock is told once', async () => {
  const { locks, end } = someLocks();
  const name = (await holdLifeLock(locks)) ?? '';
  expect(name).toMatch(/^agent-memory-life:/);
  let told = 0;
  const heard = new Promise<void>((resolve) => {
    onLifeLockFreed(
      name,
      () => {
        told += 1;
        resolve();
      },
      locks,
    );
  });
  expect(told).toBe(0);
  end(name);
  await heard;
  expect(told).toBe(1);
});

test('[MOD-3] two threads hold locks of their own', async () => {
  const { locks } = someLocks();
  expect(await holdLifeLock(locks)).not.toBe(await holdLifeLock(locks));
});

test('[MOD-3] without locks, or where they are denied, there is no name and no trouble', async () => {
  const denied = { request: () => Promise.reject(new Error('denied')) };
  expect(await holdLifeLock(null)).toBeUndefined();
  expect(await holdLifeLock(denied)).toBeUndefined();
  onLifeLockFreed('any', () => expect.unreachable(), denied)();
});
