import { type AbortSignalLike, throwIfAborted } from './abort.ts';
import { type Clock, systemClock } from './clock.ts';
import { nextTask } from './next-task.ts';
import type { Steps } from './steps.ts';

/** How long work goes on before others have their turn: a page draws a frame every 16. */
const SLICE_MS = 8;

/** How work is driven. */
export interface Slicing {
  /** Default: the platform's own clock. One that stands still makes one slice of everything. */
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignalLike | undefined;
  /** Asked after each pause, when anything may have happened. @throws what ends the work. */
  goOn?(): void;
}

/**
 * Does work a few milliseconds at a time, and lets the page do other things in between. Work that is
 * shorter is done at once, without a pause.
 *
 * @throws the signal's reason when it aborts between two slices; what `goOn` throws.
 */
export async function inSlices<Result>(
  steps: Steps<Result>,
  { clock = systemClock, signal, goOn }: Slicing = {},
): Promise<Result> {
  for (;;) {
    const startedAtMs = clock.nowMs();
    let step = steps.next();
    while (!step.done && isWithin(startedAtMs, clock.nowMs())) step = steps.next();
    if (step.done) return step.value;
    await nextTask();
    throwIfAborted(signal);
    goOn?.();
  }
}

/** A clock that was set back says nothing, and then the slice is over. */
function isWithin(startedAtMs: number, nowMs: number): boolean {
  return nowMs >= startedAtMs && nowMs - startedAtMs < SLICE_MS;
}
