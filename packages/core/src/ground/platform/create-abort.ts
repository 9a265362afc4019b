import type { AbortSignalLike } from './abort.ts';

/** A signal and the hand that gives it. */
export interface Abort {
  readonly signal: AbortSignalLike;
  abort(reason: unknown): void;
}

/** One of the platform's own, so that it fits wherever an `AbortSignal` is wanted. */
export function createAbort(): Abort {
  const { AbortController } = globalThis as unknown as { AbortController: new () => Abort };
  return new AbortController();
}

/** A signal that aborts with the first of several; `stop` removes its listeners from all. */
export function firstAbort(...given: readonly (AbortSignalLike | undefined)[]): {
  readonly signal: AbortSignalLike;
  stop(): void;
} {
  const signals = given.filter((signal) => signal !== undefined);
  const first = createAbort();
  const passOn = () => first.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) passOn();
  for (const signal of signals) signal.addEventListener('abort', passOn);
  return {
    signal: first.signal,
    stop() {
      for (const signal of signals) signal.removeEventListener('abort', passOn);
    },
  };
}
