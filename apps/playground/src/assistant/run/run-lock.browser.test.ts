import { expect, test } from 'vitest';
import { whileAlone } from './run-lock.ts';

/** A step that ends when it is told to. */
function aStep() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

test('work of one name is done one after the other, and the second is told that it waited', async () => {
  const first = aStep();
  const begun = aStep();
  const order: string[] = [];
  const one = whileAlone('a run', async (hasWaited) => {
    begun.end();
    await first.ended;
    order.push(`one ${hasWaited}`);
  });
  await begun.ended;
  const other = whileAlone('a run', async (hasWaited) => {
    order.push(`other ${hasWaited}`);
  });
  expect(await whileAlone('another run', async (hasWaited) => hasWaited)).toBe(false);
  first.end();
  await Promise.all([one, other]);
  expect(order).toEqual(['one false', 'other true']);
});

test('work that fails lets the next one go on', async () => {
  const failing = whileAlone('a run', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await whileAlone('a run', async () => 'done')).toBe('done');
});

test('where there are no locks the work is done', async () => {
  expect(await whileAlone('a run', async (hasWaited) => hasWaited, null)).toBe(false);
});
