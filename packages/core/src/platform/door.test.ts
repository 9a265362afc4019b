import { expect, test } from 'vitest';
import { Door } from './door.ts';

const refusal = (cause: unknown) => new Error('It could not be fetched.', { cause });

test('[MSG-1] what stands behind a door is made once, however many ask for it', async () => {
  let made = 0;
  const door = new Door(() => Promise.resolve({ number: ++made }), refusal);
  const [one, other] = await Promise.all([door.open(), door.open()]);
  expect(one).toBe(other);
  expect(await door.open()).toBe(one);
  expect(door.room).toBe(one);
  expect(made).toBe(1);
});

test('[CMP-1] a fetch that failed is tried again when it is needed', async () => {
  let isOffline = true;
  const cause = new TypeError('Failed to fetch');
  const door = new Door(
    () => (isOffline ? Promise.reject(cause) : Promise.resolve('code')),
    refusal,
  );
  await expect(door.open()).rejects.toMatchObject({ message: 'It could not be fetched.', cause });
  expect(await door.prefetch()).toBeUndefined();
  expect(door.room).toBeUndefined();
  isOffline = false;
  expect(await door.prefetch()).toBe('code');
});
