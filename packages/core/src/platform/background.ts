import { type Clock, systemClock } from './clock.ts';
import { nextTask } from './next-task.ts';
import type { Steps } from './steps.ts';

interface Scheduler {
  postTask?(task: () => void, options: { readonly priority: 'background' }): Promise<void>;
}

interface Platform {
  readonly scheduler?: Scheduler;
}

/**
 * Goes on in a task of its own when nobody waits for anything: behind input, drawing and all other work of
 * the page, slices of a message that is about to be sent among them. Where the platform knows no such
 * tasks, it is like `nextTask`.
 */
export function backgroundTask(): Promise<void> {
  const { scheduler } = globalThis as Platform;
  return scheduler?.postTask?.(() => undefined, { priority: 'background' }) ?? nextTask();
}

/** Half of a frame: whoever comes meanwhile does not notice. */
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
