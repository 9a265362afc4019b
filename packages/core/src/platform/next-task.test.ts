import { expect, test, vi } from 'vitest';
import { nextTask } from './next-task.ts';

test('[CMP-1] the next task comes behind messages that wait already', async () => {
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const received = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      order.push('message');
      port1.close();
      resolve();
    };
  });
  port2.postMessage(undefined);
  await nextTask();
  order.push('next task');
  await received;
  expect(order).toEqual(['message', 'next task']);
});

test('[CMP-1] where the platform has no messages there is nothing to wait for', async () => {
  vi.stubGlobal('MessageChannel', undefined);
  try {
    await expect(nextTask()).resolves.toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});
