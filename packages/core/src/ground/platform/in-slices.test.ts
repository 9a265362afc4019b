import { expect, test, vi } from 'vitest';
import { aSimulatedClock } from '../../testing/simulated-clock.ts';
import type { Clock } from './clock.ts';
import { nextTask } from './clock.ts';
import { createAbort } from './create-abort.ts';
import { inSlices } from './in-slices.ts';
import type { Steps } from './steps.ts';

/** Work of so many steps, each of which takes so long. */
function aWork(steps: number, eachMs: number, clock = aSimulatedClock()) {
  let done = 0;
  function* work(): Steps<string> {
    for (; done < steps; done += 1) {
      clock.advance(eachMs);
      yield;
    }
    return 'done';
  }
  return { clock, work: work(), done: () => done };
}

async function pausesOf(work: Steps<unknown>, clock: Clock): Promise<number> {
  let pauses = 0;
  const goOn = () => {
    pauses += 1;
  };
  await inSlices(work, { clock, goOn });
  return pauses;
}

test('[CMP-1] short work is done at once, without a pause', async () => {
  const { clock, work, done } = aWork(7, 1);
  const result = inSlices(work, { clock });
  expect(done()).toBe(7);
  expect(await result).toBe('done');
});

test('[CMP-1] long work lets other tasks through every few milliseconds', async () => {
  const { clock, work, done } = aWork(30, 1);
  const seen: number[] = [];
  const result = inSlices(work, { clock, goOn: () => seen.push(done()) });
  expect(done()).toBeLessThan(10);
  expect(await result).toBe('done');
  expect(seen.length).toBeGreaterThanOrEqual(3);
});

test('[CMP-1] short works behind one another in a task share a slice', async () => {
  const clock = aSimulatedClock();
  let pauses = 0;
  for (let works = 0; works < 12; works += 1)
    pauses += await pausesOf(aWork(3, 1, clock).work, clock);
  expect(pauses).toBeGreaterThanOrEqual(3);
});

test('[CMP-1] short works that fail share a slice like others', async () => {
  const clock = aSimulatedClock();
  function* failing(): Steps<void> {
    yield;
    clock.advance(3);
    throw new Error('refused');
  }
  let pauses = 0;
  const goOn = () => {
    pauses += 1;
  };
  for (let works = 0; works < 12; works += 1) {
    await expect(inSlices(failing(), { clock, goOn })).rejects.toThrow('refused');
  }
  expect(pauses).toBeGreaterThanOrEqual(3);
});

test('[CMP-1] works that share a slice ask for one task together, not for one each', async () => {
  const tasks = vi.fn(class extends MessageChannel {});
  vi.stubGlobal('MessageChannel', tasks);
  try {
    const clock = aSimulatedClock();
    for (let works = 0; works < 7; works += 1) await inSlices(aWork(1, 1, clock).work, { clock });
    expect(tasks).toHaveBeenCalledTimes(1);
    await nextTask();
  } finally {
    vi.unstubAllGlobals();
  }
});

test('[CMP-1] work in a later task has a slice of its own', async () => {
  const clock = aSimulatedClock();
  expect(await pausesOf(aWork(7, 1, clock).work, clock)).toBe(0);
  await nextTask();
  expect(await pausesOf(aWork(7, 1, clock).work, clock)).toBe(0);
});

test('[CMP-1] a step that is long whatever is done begins a slice', async () => {
  const clock = aSimulatedClock();
  const order: string[] = [];
  function* work(): Steps<void> {
    clock.advance(1);
    yield 'long-step';
    order.push('long step');
    clock.advance(30);
    yield;
    order.push('next step');
  }
  await inSlices(work(), { clock, goOn: () => order.push('pause') });
  expect(order).toEqual(['pause', 'long step', 'pause', 'next step']);
});

test('[CMP-1] a long step that comes first needs no pause ahead of it', async () => {
  const clock = aSimulatedClock();
  function* work(): Steps<void> {
    yield 'long-step';
    clock.advance(30);
  }
  expect(await pausesOf(work(), clock)).toBe(0);
});

test('[CMP-1] a clock that is set back ends the slice, and nothing else', async () => {
  const { clock, work, done } = aWork(3, -60_000);
  const result = inSlices(work, { clock });
  expect(done()).toBeLessThan(3);
  expect(await result).toBe('done');
});

test('[CMP-1] a clock that stands still makes one slice of everything', async () => {
  const { clock, work, done } = aWork(10_000, 0);
  const result = inSlices(work, { clock });
  expect(done()).toBe(10_000);
  await result;
});

test('[HIS-5] a clock that stands still and tells how long work takes is cut into slices by that', async () => {
  const { clock, work, done } = aWork(100, 5);
  const still: Clock = { nowMs: () => 0, workMs: () => clock.nowMs() };
  const result = inSlices(work, { clock: still });
  expect(done()).toBeLessThan(100);
  expect(await result).toBe('done');
});

test('[CMP-7] work ends with the reason of its signal, between two slices', async () => {
  const { clock, work, done } = aWork(100, 5);
  const abort = createAbort();
  const result = inSlices(work, { clock, signal: abort.signal });
  abort.abort(new Error('not wanted any more'));
  await expect(result).rejects.toThrow('not wanted any more');
  expect(done()).toBeLessThan(100);
});

test('[CMP-7] work ends with what ends it', async () => {
  const { clock, work } = aWork(100, 5);
  const goOn = () => {
    throw new Error('the session is closed');
  };
  await expect(inSlices(work, { clock, goOn })).rejects.toThrow('the session is closed');
});
