import { type Clock, systemClock } from '@agent-memory/core';

/** Port: what this page reaches a server through, and what it knows of its own place. */
export interface Connection {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** Scheme, host and port of this page: what a server has to allow. */
  readonly pageOrigin: string;
  /** Whether the device says that it has a network at all. */
  readonly isOnline: () => boolean;
}

/** The browser's own. */
export const browserConnection: Connection = {
  fetch: (url, request) => fetch(url, request),
  clock: systemClock,
  get pageOrigin() {
    return location.origin;
  },
  isOnline: () => navigator.onLine,
};

/** A server, and the key for it where one is kept. */
export interface Server {
  readonly address: string;
  readonly key: string | undefined;
}

/** Nothing of this device goes along but what the request itself says. */
export const BARE_REQUEST = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

/** The key as servers of this kind want it. */
export function authorization({ key }: Server): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
