import { expect, test } from 'vitest';
import { messageAt } from './conversation.mjs';
import { bareSlidingWindow } from './sliding-window.mjs';

test('[BENCH] the window holds the system message and the newest 20', async () => {
  const memory = await bareSlidingWindow.open({ budget: 8_000 });
  for (let index = 0; index <= 40; index += 1) await memory.append(messageAt(index));
  const newest = Array.from({ length: 20 }, (_, index) => messageAt(21 + index));
  expect(await memory.assemble()).toEqual([messageAt(0), ...newest]);
});

test('[BENCH] without a system message there is only the window', async () => {
  const memory = await bareSlidingWindow.open({ budget: 8_000 });
  await memory.append(messageAt(1));
  expect(await memory.assemble()).toEqual([messageAt(1)]);
});
