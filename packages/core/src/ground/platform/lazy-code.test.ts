import { expect, test } from 'vitest';
import { LazyCode } from './lazy-code.ts';

const refusal = (cause: unknown) => new Error('It could not be fetched.', { cause });

test('[MSG-1] code that is fetched when it is needed is made once, however many ask for it', async () => {
  let made = 0;
  const code = new LazyCode(() => Promise.resolve({ number: ++made }), refusal);
  const [one, other] = await Promise.all([code.load(), code.load()]);
  expect(one).toBe(other);
  expect(await code.load()).toBe(one);
  expect(code.loaded).toBe(one);
  expect(made).toBe(1);
});

test('[CMP-1] a fetch that failed is tried again when it is needed', async () => {
  let isOffline = true;
  const cause = new TypeError('Failed to fetch');
  const code = new LazyCode(
    () => (isOffline ? Promise.reject(cause) : Promise.resolve('code')),
    refusal,
  );
  await expect(code.load()).rejects.toMatchObject({ message: 'It could not be fetched.', cause });
  expect(await code.prefetch()).toBeUndefined();
  expect(code.loaded).toBeUndefined();
  isOffline = false;
  expect(await code.prefetch()).toBe('code');
});
