import { expect, test } from 'vitest';
import { whileLocked } from './while-locked.ts';

test('[CKP-1] work under one name is done by one at a time, and by the next when it is over', async () => {
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = whileLocked('one', async () => {
    begun();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return 1;
  });
  await hasBegun;
  expect(await whileLocked('one', async () => 2)).toBeUndefined();
  expect(await whileLocked('other', async () => 3)).toEqual({ done: 3 });
  end();
  expect(await first).toEqual({ done: 1 });
  expect(await whileLocked('one', async () => 4)).toEqual({ done: 4 });
});

test('[CKP-1] where there are no locks the work is done, and its failure is told', async () => {
  expect(await whileLocked('one', async () => 1, null)).toEqual({ done: 1 });
  const failing = whileLocked('one', () => Promise.reject(new Error('no')), null);
  await expect(failing).rejects.toThrow('no');
});
