import { type AbortSignalLike, throwIfAborted } from './abort.ts';
import { type Clock, startTimerOn } from './clock.ts';
import { createAbort } from './create-abort.ts';
import { type Locks, locksOfPlatform } from './locks.ts';
import { type PageLife, watchStandstill } from './page-standstill.ts';

/** A lock that one thread of this origin has at a time, tabs and workers together. */
export interface TurnLock {
  readonly name: string;
  /** A lock that is not free in time is done without: nobody waits for a tab that hangs. */
  readonly limitMs: number;
  readonly clock: Clock;
  readonly signal?: AbortSignalLike | undefined;
  /** Waited for before the next one has its turn; the caller has the result already. */
  readonly afterwards?: () => Promise<unknown>;
  /** The platform's unless told otherwise; `null`: there are none. */
  readonly locks?: Locks | null;
  /** Those of the platform unless told otherwise. */
  readonly pages?: readonly PageLife[];
}

/**
 * Does work while no other thread of this origin does work under the same name. Where there are no locks,
 * or they are denied, the work is done all the same. A page that is about to stand still lets the next
 * one have its turn: nobody waits for a tab that is frozen.
 * @throws what the work throws; the signal's reason if it aborts while this waits.
 */
export async function lockedInTurn<Result>(
  work: () => Promise<Result>,
  { name, limitMs, clock, signal, afterwards, locks = locksOfPlatform(), pages }: TurnLock,
): Promise<Result> {
  throwIfAborted(signal);
  if (locks === null) return work();
  const waiting = createAbort();
  const giveUp = () => waiting.abort(new Error('The lock is not waited for any longer.'));
  const stopTimer = startTimerOn(clock, giveUp, limitMs);
  signal?.addEventListener('abort', giveUp);
  const stopWaiting = () => {
    stopTimer();
    signal?.removeEventListener('abort', giveUp);
  };
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const begin = async () => {
      stopWaiting();
      hasBegun = true;
      const working = work();
      working.then(resolve, reject);
      const done = working
        .catch(() => undefined)
        .then(() => afterwards?.())
        .catch(() => undefined);
      await doneOrStill(done, pages);
    };
    locks.request(name, { signal: waiting.signal }, begin).catch(() => {
      if (hasBegun) return;
      stopWaiting();
      // Too late, aborted, or denied here.
      if (signal?.aborted) reject(signal.reason);
      else work().then(resolve, reject);
    });
  });
}

/** Resolves when the work has ended, or the page is about to stand still in the middle of it. */
async function doneOrStill(
  done: Promise<unknown>,
  pages: readonly PageLife[] | undefined,
): Promise<void> {
  let stopWatching = (): void => undefined;
  const still = new Promise<void>((resolve) => {
    stopWatching = watchStandstill({ onStill: resolve }, pages);
  });
  await Promise.race([done, still]);
  stopWatching();
}
