import { systemClock } from './clock.ts';
import { createIdMaker } from './ids.ts';
import { type Locks, locksOfPlatform } from './locks.ts';

/**
 * Takes a lock for as long as this thread lives. The platform frees it when the thread ends, however it
 * ends, and tells nobody else: a worker that was terminated sends no event.
 *
 * @returns the lock's name once it is held; nothing where there are no locks, or they are denied.
 * @see https://w3c.github.io/web-locks/#agent-integration
 */
export async function holdLifeLock(
  locks: Locks | null = locksOfPlatform(),
): Promise<string | undefined> {
  const { name, held } = holdLock(`agent-memory-life:${createIdMaker(systemClock)()}`, locks);
  return (await held) ? name : undefined;
}

/** Calls back once when the thread that holds the lock has ended; gives the function that stops it. */
export function onLifeLockFreed(
  name: string,
  onEnd: () => void | Promise<void>,
  locks: Locks | null = locksOfPlatform(),
): () => void {
  let isWanted = true;
  const freed = async (): Promise<void> => {
    if (isWanted) await onEnd();
    isWanted = false;
  };
  // A page that may hold no locks is told nothing; the thread could not hold one there either.
  locks?.request(name, {}, freed).catch(() => undefined);
  return () => {
    isWanted = false;
  };
}

/** Holds a lock until it is let go, or the thread ends; `held` says whether it was granted. */
export function holdLock(name: string, locks: Locks | null = locksOfPlatform()) {
  let release = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<boolean>((resolve) => {
    const hold = () => {
      resolve(true);
      return ended;
    };
    if (locks) locks.request(name, {}, hold).catch(() => resolve(false));
    else resolve(false);
  });
  return { name, held, release };
}

/**
 * Does work once the thread that holds the lock has ended, in one thread at a time. Resolves when it is
 * done, or the thread lives. Where there are no locks, or they are denied, it is done at once.
 *
 * @param work never rejects.
 */
export async function afterLife(
  name: string,
  work: () => Promise<void>,
  locks: Locks | null = locksOfPlatform(),
): Promise<void> {
  const ifFree = async (lock: unknown): Promise<void> => {
    if (lock) await work();
    else onLifeLockFreed(name, work, locks);
  };
  await (locks ? locks.request(name, { ifAvailable: true }, ifFree).catch(work) : work());
}
