import { StoreUnavailableError } from '@agent-memory/core';

/** Bytes that nobody can guess; `undefined` where the platform has none to give. */
function secureBytes(length: number): Uint8Array | undefined {
  try {
    return crypto.getRandomValues(new Uint8Array(length));
  } catch {
    return undefined;
  }
}

/** Bytes that tell one thing from another, and keep no secret. */
export function distinctBytes(length: number): Uint8Array {
  return secureBytes(length) ?? Uint8Array.from({ length }, () => Math.floor(Math.random() * 256));
}

/** @throws StoreUnavailableError where the platform has no bytes that nobody can guess. */
export function secretBytes(length: number): Uint8Array {
  const bytes = secureBytes(length);
  if (bytes) return bytes;
  throw new StoreUnavailableError(
    'This browser gives no secure random numbers (`crypto.getRandomValues`), which long-term memory ' +
      'needs. Nothing was stored; use another browser.',
  );
}
