import type { AbortSignalLike } from '@agent-memory/core';

/** Aborts when one of two does. */
export function anyOf(one: AbortSignalLike, other: AbortSignalLike): AbortSignalLike {
  const controller = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) controller.abort(signal.reason);
    else signal.addEventListener('abort', () => controller.abort(signal.reason));
  }
  return controller.signal;
}
