import { threads } from '@agent-memory/core/internal';

/** The part of the platform's lock manager that is needed. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    held: () => Promise<void>,
  ): Promise<unknown>;
}

/** Names a lock between the tabs of all releases. */
const LOCK = 'agent-memory:leading-tab:';

/**
 * Calls `lead` in one of the tabs that share an address; when that tab closes or lets go, another one
 * leads. Where there are no locks, or nothing is shared, every tab leads. Gives the function that lets go.
 */
export function whileLeading(
  address: string | undefined,
  lead: () => void,
  locks: Locks | null = threads.locksOfPlatform(),
): () => void {
  if (address === undefined || locks === null) {
    lead();
    return () => undefined;
  }
  const waiting = new AbortController();
  let letGo: () => void = () => waiting.abort();
  const hold = () =>
    new Promise<void>((resolve) => {
      letGo = resolve;
      lead();
    });
  locks.request(LOCK + address, { signal: waiting.signal }, hold).catch(() => {
    // This tab let go while it waited, or locks are denied here: then it leads without one.
    if (!waiting.signal.aborted) lead();
  });
  return () => letGo();
}
