import { abortQuietly } from './abort-quietly.ts';

/** Watches over a transaction until it is over. */
interface FreezeGuard {
  /** Whether a standstill aborted it: then nothing of it is kept. */
  readonly isAborted: boolean;
  stop(): void;
}

/** The page stood still in the middle of a transaction, and continues: the work is to be done again. */
export class PageFrozenError extends Error {
  override readonly name = 'PageFrozenError';
}

const underWay = new Set<() => void>();
let goesOn: Promise<void> | undefined;
let isWatching = false;

/**
 * Has a transaction aborted when the browser freezes this page or keeps it for "back": one that stands open in
 * a page that stands still keeps every other tab waiting until the browser gives it up, which takes a minute.
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

/** Resolves when the page that is about to stand still continues; `undefined` where it is not. */
export function standstill(): Promise<void> | undefined {
  return goesOn;
}

/** Once a page, and before every transaction: what other listeners begin is aborted as well. */
function watchFreezes(): void {
  if (isWatching) return;
  isWatching = true;
  // A worker has neither, and is not told.
  const { document, window } = globalThis as {
    readonly document?: Document;
    readonly window?: Window;
  };
  // A page that stands still runs no task.
  document?.addEventListener('freeze', () => standStill((goOn) => setTimeout(goOn)));
  // WebKit freezes no page, and keeps the transactions of one in its back-forward cache open.
  window?.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) {
      standStill((goOn) => window.addEventListener('pageshow', goOn, { once: true }));
    }
  });
}

/** Aborts what is under way; nothing begins until the page continues. */
function standStill(whenItGoesOn: (goOn: () => void) => void): void {
  for (const abort of underWay) abort();
  goesOn ??= new Promise((resolve) => {
    whenItGoesOn(() => {
      goesOn = undefined;
      resolve();
    });
  });
}
