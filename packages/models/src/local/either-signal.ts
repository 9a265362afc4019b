import type { AbortSignalLike } from '@agent-memory/core';

/** Aborts with whichever of the two does so first; it holds nothing, so it needs no end. */
export function eitherOf(first: AbortSignal, second: AbortSignalLike | undefined): AbortSignalLike {
  if (!second) return first;
  return {
    get aborted() {
      return first.aborted || second.aborted;
    },
    get reason(): unknown {
      return first.aborted ? first.reason : second.reason;
    },
    addEventListener(type, listener) {
      for (const signal of [first, second]) signal.addEventListener(type, listener);
    },
    removeEventListener(type, listener) {
      for (const signal of [first, second]) signal.removeEventListener(type, listener);
    },
  };
}
