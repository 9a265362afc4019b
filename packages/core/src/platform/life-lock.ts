import { systemClock } from './clock.ts';
import { createIdMaker } from './ids.ts';
import { locksOfPlatform } from './locks.ts';

/** The part of the platform's lock manager that is needed. */
interface Locks {
  request(name: string, options: object, held: () => Promise<void>): Promise<void>;
}

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
  if (locks === null) return undefined;
  const name = `agent-memory-life:${createIdMaker(systemClock)()}`;
  return new Promise((resolve) => {
    const forEver = new Promise<void>(() => undefined);
    const held = (): Promise<void> => {
      resolve(name);
      return forEver;
    };
    locks.request(name, {}, held).catch(() => resolve(undefined));
  });
}

/** Calls back once when the thread that holds the lock has ended; gives the function that stops it. */
export function onLifeLockFreed(
  name: string,
  onEnd: () => void,
  locks: Locks | null = locksOfPlatform(),
): () => void {
  let isWanted = true;
  const freed = async (): Promise<void> => {
    if (isWanted) onEnd();
    isWanted = false;
  };
  // A page that may hold no locks is told nothing; the thread could not hold one there either.
  locks?.request(name, {}, freed).catch(() => undefined);
  return () => {
    isWanted = false;
  };
}
