import { type AbortSignalLike, orAbort, throwIfAborted } from './abort.ts';
import { type Clock, startTimerOn } from './clock.ts';
import { createAbort } from './create-abort.ts';

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
  const controller = createAbort();
  const passOn = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', passOn);
  const ring = () => controller.abort(new DeadlineError(limitMs));
  const cutShort = () => controller.abort(hurry?.reason);
  hurry?.addEventListener('abort', cutShort);
  const stop = Number.isFinite(limitMs) ? startTimerOn(clock, ring, limitMs) : undefined;
  try {
    return await orAbort(work(controller.signal), controller.signal);
  } finally {
    stop?.();
    signal?.removeEventListener('abort', passOn);
    hurry?.removeEventListener('abort', cutShort);
  }
}
