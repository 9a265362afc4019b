import { type AbortSignalLike, orAbort, throwIfAborted } from './abort.ts';
import { type Clock, startTimerOn } from './clock.ts';
import { createAbort, firstAbort } from './create-abort.ts';

/** Work took longer than it was given. */
export class DeadlineError extends Error {
  constructor(limitMs: number) {
    super(`it did not answer within ${limitMs / 1000} s`);
    this.name = 'DeadlineError';
  }
}

/**
 * Runs work that gets a signal of its own: it aborts when the caller's signal does, after `limitMs`
 * (`Infinity`: never), and when `hurry` does; then the result is not waited for any longer.
 *
 * @throws DeadlineError after the limit; the reason of the signal that aborts.
 */
export async function withDeadline<Value>(
  work: (signal: AbortSignalLike) => Promise<Value>,
  options: {
    readonly limitMs: number;
    readonly clock: Clock;
    readonly signal?: AbortSignalLike | undefined;
    /** Ends the time early. */
    readonly hurry?: AbortSignalLike | undefined;
  },
): Promise<Value> {
  const { limitMs, clock, signal, hurry } = options;
  throwIfAborted(signal);
  const late = createAbort();
  const ring = () => late.abort(new DeadlineError(limitMs));
  const stopTimer = Number.isFinite(limitMs) ? startTimerOn(clock, ring, limitMs) : undefined;
  // Work that begins after the call to hurry has its own time.
  const first = firstAbort(signal, hurry?.aborted ? undefined : hurry, late.signal);
  try {
    return await orAbort(work(first.signal), first.signal);
  } finally {
    stopTimer?.();
    first.stop();
  }
}
