import { expect, test } from 'vitest';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import { inBackground } from './background.ts';
import type { Steps } from './steps.ts';

/** Work of so many steps, each of which takes a millisecond. */
function aWork(steps: number) {
  const clock = aSimulatedClock();
  let done = 0;
  function* work(): Steps<string> {
    for (; done < steps; done += 1) {
      clock.advance(1);
      yield;
    }
    return 'done';
  }
  return { clock, work: work(), done: () => done };
}

test('[STO-9] work of the background is never done in the task that begins it', async () => {
  const { clock, work, done } = aWork(3);
  const result = inBackground(work, { clock, goOn: () => true });
  expect(done()).toBe(0);
  expect(await result).toBe('done');
});

test('[STO-9] work of the background pauses every few milliseconds, and is asked then whether to go on', async () => {
  const { clock, work, done } = aWork(30);
  const seen: number[] = [];
  const goOn = () => {
    seen.push(done());
    return done() < 12;
  };
  expect(await inBackground(work, { clock, goOn })).toBeUndefined();
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(done()).toBeLessThan(30);
});

test('[STO-9] work of the background that fails says so to whoever began it', async () => {
  function* failing(): Steps<void> {
    yield;
    throw new Error('refused');
  }
  await expect(inBackground(failing(), { goOn: () => true })).rejects.toThrow('refused');
});
