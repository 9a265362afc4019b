import { afterEach, expect, test, vi } from 'vitest';
import { whileLeading } from './leading-tab.ts';
import { isTabLockFree, type TabLocks, takeTabLock } from './tab-lock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

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

test.each<[string, object]>([
  ['throws at the sight of locks', { get: throwing }],
  ['throws at a request', { value: { request: throwing } }],
  ['rejects a request', { value: { request: () => Promise.reject(new Error('denied')) } }],
])('[NS-2] where the platform %s every tab has each lock and leads', async (_platform, locks) => {
  vi.stubGlobal('navigator', Object.defineProperty({}, 'locks', locks));
  const lock = await takeTabLock('index', () => undefined);
  expect(lock.wasFree).toBe(true);
  await lock.release();
  expect(await isTabLockFree('index')).toBeUndefined();
  await new Promise<void>((lead) => {
    whileLeading('db', lead);
  });
});

function throwing(): never {
  throw new DOMException('Denied.', 'SecurityError');
}
