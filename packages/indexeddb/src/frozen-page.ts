import { abortQuietly } from './abort-quietly.ts';

/** Watches over a transaction until it is over. */
interface FreezeGuard {
  /** Whether a freeze aborted it: then nothing of it is kept. */
  readonly isAborted: boolean;
  stop(): void;
}

/** The page was frozen in the middle of a transaction, and goes on: the work is to be done again. */
export class PageFrozenError extends Error {
  override readonly name = 'PageFrozenError';
}

const underWay = new Set<() => void>();
let goesOn: Promise<void> | undefined;
let isWatching = false;

/**
 * Has a transaction aborted when the browser freezes this page: one that stands open in a page that stands
 * still keeps every other tab waiting until the browser gives it up, which takes Chromium a minute.
 */
export function abortedByFreeze(transaction: IDBTransaction): FreezeGuard {
  watchFreezes();
  let isAborted = false;
  const abort = (): void => {
    if (abortQuietly(transaction)) isAborted = true;
  };
  underWay.add(abort);
  return {
    get isAborted() {
      return isAborted;
    },
    stop: () => underWay.delete(abort),
  };
}

/** Resolves when the page that is about to stand still goes on; `undefined` where it is not. */
export function standstill(): Promise<void> | undefined {
  return goesOn;
}

/** Once a page, and ahead of every transaction: what other listeners begin is aborted as well. */
function watchFreezes(): void {
  if (isWatching) return;
  isWatching = true;
  // A worker has no document, and is not told.
  const { document } = globalThis as { readonly document?: Document };
  document?.addEventListener('freeze', () => {
    for (const abort of underWay) abort();
    // A page that stands still runs no task.
    goesOn = new Promise((resolve) => {
      setTimeout(() => {
        goesOn = undefined;
        resolve();
      });
    });
  });
}
