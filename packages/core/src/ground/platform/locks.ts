import type { AbortSignalLike } from './abort.ts';

/** The part of the platform's lock manager that is needed. */
export interface Locks {
  request<Result>(
    name: string,
    options: { readonly signal?: AbortSignalLike; readonly ifAvailable?: true },
    held: (lock?: unknown) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * The platform's locks; `null` where there are none, or the browser denies them at sight. A request that
 * it denies rejects, also where the browser throws.
 */
export function locksOfPlatform(): Locks | null {
  try {
    // Core is compiled without the types of any platform.
    const { navigator } = globalThis as { readonly navigator?: { readonly locks?: Locks } };
    const locks = navigator?.locks;
    return locks ? { request: async (...request) => locks.request(...request) } : null;
  } catch {
    return null;
  }
}
