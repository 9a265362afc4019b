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
 * @returns `undefined` where another one is doing it. Where there are no locks the work is done.
 */
export async function whileLocked<Result>(
  name: string,
  work: () => Promise<Result>,
  locks: Locks | null = locksOfPlatform(),
): Promise<{ readonly done: Result } | undefined> {
  if (locks === null) return { done: await work() };
  return locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : { done: await work() },
  );
}

function locksOfPlatform(): Locks | null {
  // Core is compiled without the types of any platform.
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: Locks } };
  return navigator?.locks ?? null;
}
