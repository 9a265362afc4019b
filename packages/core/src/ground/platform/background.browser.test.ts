import { expect, test } from 'vitest';
import { backgroundTask, inBackground } from './background.ts';
import { nextTask } from './clock.ts';
import { inSlices } from './in-slices.ts';
import type { Steps } from './steps.ts';

/** Far more than an engine lets through of the background, so that it is not starved, in between. */
const SLICES = 40;

test('[STO-9] tasks of the background come behind every other one of the page', async () => {
  const order: string[] = [];
  const behind = backgroundTask().then(() => order.push('background'));
  for (let tasks = 0; tasks < 3; tasks += 1) await nextTask();
  order.push('message');
  await behind;
  expect(order).toEqual(['message', 'background']);
});

test('[STO-9] a message that is about to be sent does not take turns with the background', async () => {
  let behind = 0;
  function* counting(): Steps<void> {
    for (; behind < SLICES * 1_000; behind += 1) yield;
  }
  let isOver = false;
  const clock = { nowMs: () => performance.now() * 1_000 };
  const background = inBackground(counting(), { clock, goOn: () => !isOver });
  // A step is a slice by this clock, and so is one of the background.
  function* message(): Steps<void> {
    for (let step = 0; step < SLICES; step += 1) yield 'long-step';
  }
  await inSlices(message(), { clock });
  const meanwhile = behind;
  isOver = true;
  await background;
  expect(meanwhile).toBeLessThan(SLICES / 2);
});

test('[STO-9] a page that is never idle gets on with the background all the same', async () => {
  let isDone = false;
  const done = backgroundTask().then(() => {
    isDone = true;
  });
  while (!isDone) await nextTask();
  await done;
});
