import { type AbortSignalLike, throwIfAborted } from './abort.ts';
import { type Clock, nextTask, systemClock } from './clock.ts';
import type { StepAhead, Steps } from './steps.ts';

/** How long work continues before others have their turn: a page draws a frame every 16. */
const SLICE_MS = 8;

/** How work is driven. */
export interface Slicing {
  /** Default: the platform's own clock. One that stands still makes one slice of everything. */
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignalLike | undefined;
  /** Asked after each pause, when anything may have happened. @throws what ends the work. */
  goOn?(): void;
}

/** The start of the slice that the current task is in, by its clock; absent where none was counted. */
const sliceStarts = new WeakMap<Clock, number>();

/**
 * Does work a few milliseconds at a time, and lets the page do other things in between. Work that is
 * shorter is done at once, without a pause. Works that follow one another in one task share a slice:
 * many short ones do not add up to a long task, and neither do many that fail.
 *
 * @throws the signal's reason when it aborts between two slices; what `goOn` throws.
 */
export async function inSlices<Result>(
  steps: Steps<Result>,
  { clock = systemClock, signal, goOn }: Slicing = {},
): Promise<Result> {
  const now = () => clock.workMs?.() ?? clock.nowMs();
  for (;;) {
    const startedAtMs = sliceStarts.get(clock) ?? now();
    let isLeftOff = false;
    try {
      let step = steps.next();
      while (!step.done && hasRoomFor(step.value, now() - startedAtMs)) step = steps.next();
      if (step.done) return step.value;
      isLeftOff = true;
    } finally {
      const isCounted = isLeftOff || sliceStarts.has(clock) || now() === startedAtMs;
      if (!isCounted) void sharingSlice(clock, startedAtMs);
    }
    await sharingSlice(clock, startedAtMs);
    throwIfAborted(signal);
    goOn?.();
  }
}

/** Whatever else is done in this task is of the same slice; resolves in another task, where a new one begins. */
async function sharingSlice(clock: Clock, startedAtMs: number): Promise<void> {
  sliceStarts.set(clock, startedAtMs);
  await nextTask();
  sliceStarts.delete(clock);
}

/** A clock that was set back says nothing, and then the slice is over. */
function hasRoomFor(ahead: StepAhead, passedMs: number): boolean {
  return passedMs >= 0 && passedMs < (ahead ? 1 : SLICE_MS);
}
