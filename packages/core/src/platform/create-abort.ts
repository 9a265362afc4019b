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
