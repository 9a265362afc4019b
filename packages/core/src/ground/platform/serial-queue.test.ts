import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

test('starts a job only when every job before it has settled', async () => {
  const queue = new SerialQueue();
  const steps: string[] = [];
  let endFirst: (() => void) | undefined;
  const firstMayEnd = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const jobs = [
    queue.run(async () => {
      steps.push('first starts');
      await firstMayEnd;
      steps.push('first ends');
    }),
    queue.run(async () => void steps.push('second')),
  ];
  await Promise.resolve();
  expect(steps).toEqual(['first starts']);
  endFirst?.();
  await Promise.all(jobs);
  expect(steps).toEqual(['first starts', 'first ends', 'second']);
});

test("a job's failure reaches its caller only, and the next one runs", async () => {
  const queue = new SerialQueue();
  const failure = new Error('failed');
  const failing = queue.run(() => Promise.reject(failure));
  const next = queue.run(async () => 'ran');
  await expect(failing).rejects.toBe(failure);
  expect(await next).toBe('ran');
});
