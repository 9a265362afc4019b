import { type Clock, systemClock } from '@agent-memory/core';

/** Asks a server; the platform's `fetch` fits. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>;

/** Port: the way to a server, and the place that it is asked from. */
export interface Connection {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Scheme, host and port of this page or worker, which a server has to allow; absent elsewhere. */
  readonly pageOrigin?: string;
  /** Whether the device says that it has a network at all. */
  readonly isOnline: () => boolean;
}

/** Sends neither cookies nor a referrer, leaves nothing in a cache, and follows no redirect. */
export const BARE_REQUEST = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
  redirect: 'error',
} as const satisfies RequestInit;

/** The platform's own connection, but for the parts that are given. */
export function connectionOf(given: {
  readonly fetch?: Fetch;
  readonly clock?: Clock;
}): Connection {
  const { origin, navigator } = globalThis as {
    readonly origin?: string;
    readonly navigator?: { readonly onLine?: boolean };
  };
  return {
    // Looked up with each request, so that whatever wraps the page's `fetch` later is not passed by.
    fetch: given.fetch ?? ((url, request) => fetch(url, request)),
    clock: given.clock ?? systemClock,
    isOnline: () => navigator?.onLine !== false,
    ...(typeof origin === 'string' && { pageOrigin: origin }),
  };
}
