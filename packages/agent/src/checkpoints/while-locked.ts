import { threads } from '@agent-memory/core/internal';

/** The part of the platform's lock manager that is needed. */
interface Locks {
  request<Result>(
    name: string,
    options: { readonly ifAvailable: true },
    held: (lock: unknown) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Does work that one thread of this origin may do at a time, tabs and workers together. The platform frees
 * the lock when the thread ends, however it ends.
 *
 * @returns `undefined` where another one is doing it. Where there are no locks, or they
 * are denied, the work is done.
 * @throws what the work throws.
 */
export async function whileLocked<Result>(
  name: string,
  work: () => Promise<Result>,
  locks: Locks | null = threads.locksOfPlatform(),
): Promise<{ readonly done: Result } | undefined> {
  let hasBegun = false;
  const begin = async () => {
    hasBegun = true;
    return { done: await work() };
  };
  if (locks === null) return begin();
  try {
    return await locks.request(name, { ifAvailable: true }, async (lock) =>
      lock === null ? undefined : begin(),
    );
  } catch (error) {
    if (hasBegun) throw error;
    return begin();
  }
}
