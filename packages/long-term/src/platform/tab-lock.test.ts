import { expect, test } from 'vitest';
import { type TabLocks, takeTabLock } from './tab-lock.ts';

/** A lock manager of one lock, as the platform's: whoever waits has it in turn. */
function oneLock(): TabLocks {
  let last: Promise<void> = Promise.resolve();
  let holders = 0;
  return {
    async request(_, options, held) {
      if ('ifAvailable' in options && holders > 0) return held(null);
      holders += 1;
      const mine = last.then(() => {
        if ('signal' in options && options.signal.aborted) throw options.signal.reason;
        return held({});
      });
      last = mine
        .catch(() => undefined)
        .finally(() => {
          holders -= 1;
        });
      return mine;
    },
  };
}

test('[NS-2] one tab has the lock, and the next one when it lets go', async () => {
  const locks = oneLock();
  const first = await takeTabLock('index', () => undefined, locks);
  expect(first.wasFree).toBe(true);
  let tell = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const second = await takeTabLock('index', tell, locks);
  expect(second.wasFree).toBe(false);
  await first.release();
  await taken;
  await second.release();
  expect((await takeTabLock('index', () => undefined, locks)).wasFree).toBe(true);
});

test('[NS-2] where locks are denied, or nothing is shared, every tab has it', async () => {
  const denied: TabLocks = { request: () => Promise.reject(new Error('denied')) };
  expect((await takeTabLock('index', () => undefined, denied)).wasFree).toBe(true);
  const locks = oneLock();
  await takeTabLock('index', () => undefined, locks);
  expect((await takeTabLock(undefined, () => undefined, locks)).wasFree).toBe(true);
});
