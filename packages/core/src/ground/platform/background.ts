import { type Clock, nextTask, startTimer, systemClock } from './clock.ts';
import type { Steps } from './steps.ts';

interface Scheduler {
  postTask?(task: () => void, options: { readonly priority: 'background' }): Promise<void>;
}

interface Platform {
  readonly scheduler?: Scheduler;
}

/** A page that is never idle still gets on with it: a slice in each frame. */
const LONGEST_WAIT_MS = 16;

/**
 * Goes on in a task of its own when nobody waits for anything: behind input, drawing and all other work of
 * the page, slices of a message that is about to be sent among them; after a frame in any case.
 * Where the platform knows no such tasks, it is like `nextTask`.
 */
export function backgroundTask(): Promise<void> {
  const { scheduler } = globalThis as Platform;
  if (!scheduler?.postTask) return nextTask();
  const idle = scheduler.postTask(() => undefined, { priority: 'background' });
  return new Promise((resolve, reject) => {
    const stop = startTimer(resolve, LONGEST_WAIT_MS);
    idle.then(resolve, reject).finally(stop);
  });
}

/** Half of a frame: anyone who comes meanwhile does not notice. */
const SLICE_MS = 4;

/**
 * Does work that nobody waits for, a few milliseconds at a time, each time in a task of the background.
 * `goOn` is asked after each pause; where it says no, the work is left off and gives `undefined`.
 */
export async function inBackground<Result>(
  steps: Steps<Result>,
  { clock = systemClock, goOn }: { readonly clock?: Clock | undefined; goOn(): boolean },
): Promise<Result | undefined> {
  const now = () => clock.workMs?.() ?? clock.nowMs();
  for (;;) {
    await backgroundTask();
    if (!goOn()) return undefined;
    const startedAtMs = now();
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (now() - startedAtMs < SLICE_MS);
  }
}
