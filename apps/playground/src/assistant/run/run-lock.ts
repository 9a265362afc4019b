/** The part of the platform's lock manager that is needed. */
interface Locks {
  request<Result>(
    name: string,
    options: LockOptions,
    held: (lock: Lock | null) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Does work that one page of this browser may do at a time, after those that asked before it. A page that
 * dies holds nothing any more.
 *
 * @param work is told whether another page held the lock first.
 */
export async function whileAlone<Result>(
  name: string,
  work: (hasWaited: boolean) => Promise<Result>,
  locks: Locks | null = globalThis.navigator?.locks ?? null,
): Promise<Result> {
  // Where there are no locks, as in a page without a secure address, the work is done.
  if (!locks) return work(false);
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : { done: await work(false) },
  );
  return atOnce ? atOnce.done : locks.request(name, {}, () => work(true));
}
