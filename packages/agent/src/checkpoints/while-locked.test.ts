import { afterEach, expect, test, vi } from 'vitest';
import { whileLocked } from './while-locked.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const denied = () => new DOMException('The page is denied locks.', 'SecurityError');

const throwing = (): never => {
  throw denied();
};

/** Platforms without the use of locks, however they say so. */
test.each<[string, unknown]>([
  ['has no navigator', undefined],
  ['has no locks', {}],
  ['has null for locks', { locks: null }],
  ['throws at the sight of locks', Object.defineProperty({}, 'locks', { get: throwing })],
  ['throws at a request', { locks: { request: throwing } }],
  ['rejects a request', { locks: { request: () => Promise.reject(denied()) } }],
  ['has no functions of locks', { locks: 'locked' }],
])(
  '[CKP-1] where the platform %s, work is done once and its failure is passed on',
  async (_platform, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const work = vi.fn(async () => 1);
    expect(await whileLocked('one', work)).toEqual({ done: 1 });
    expect(work).toHaveBeenCalledOnce();
    const failing = whileLocked('one', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  },
);

test('[CKP-1] work that a lock was granted for and that fails is not done again', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')));
  const locks = {
    request: (_name: string, _options: object, held: (lock: unknown) => unknown) => held({}),
  };
  vi.stubGlobal('navigator', { locks });
  await expect(whileLocked('one', work)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledOnce();
});
