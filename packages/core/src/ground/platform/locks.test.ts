import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from './clock.ts';
import { LeadLock } from './lead-lock.ts';
import { holdLifeLock, onLifeLockFreed } from './life-lock.ts';
import { lockedInTurn } from './lock-in-turn.ts';
import { locksOfPlatform } from './locks.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const denied = () => new DOMException('The page is denied locks.', 'SecurityError');

const throwing = (): never => {
  throw denied();
};

/** Platforms without the use of locks, however they say so. */
const PLATFORMS: readonly [string, unknown][] = [
  ['has no navigator', undefined],
  ['has no locks', {}],
  ['has null for locks', { locks: null }],
  ['throws at the sight of locks', Object.defineProperty({}, 'locks', { get: throwing })],
  ['throws at a request', { locks: { request: throwing } }],
  ['rejects a request', { locks: { request: () => Promise.reject(denied()) } }],
  ['has no functions of locks', { locks: 'locked' }],
];

describe.each(PLATFORMS)('where the platform %s', (_platform, navigator) => {
  test('[NS-2] work in turn is done once', async () => {
    vi.stubGlobal('navigator', navigator);
    const work = vi.fn(async () => 1);
    const turn = { name: 'one', limitMs: 60_000, clock: systemClock };
    expect(await lockedInTurn(work, turn)).toBe(1);
    expect(work).toHaveBeenCalledOnce();
  });

  test('[NS-2] everybody leads', async () => {
    vi.stubGlobal('navigator', navigator);
    const lock = new LeadLock('one');
    await expect.poll(() => lock.leads).toBe(true);
    lock.close();
  });

  test('[MOD-3] no thread has a lock for its life, and none is said to have ended', async () => {
    vi.stubGlobal('navigator', navigator);
    expect(await holdLifeLock()).toBeUndefined();
    onLifeLockFreed('any', () => expect.unreachable())();
  });
});

test('[NS-2] a request that throws rejects', async () => {
  vi.stubGlobal('navigator', { locks: { request: throwing } });
  const request = locksOfPlatform()?.request('one', {}, async () => 1);
  await expect(request).rejects.toThrow('The page is denied locks.');
});
