import { AgentMemoryError, StoreUnavailableError } from '../errors/errors.ts';
import type { StoreConflictError } from '../errors/store-errors.ts';

/** Tells whether a session can go on in another store: this one is unavailable, or full. */
export function isSurvivable(error: unknown): error is AgentMemoryError {
  if (!AgentMemoryError.isInstance(error)) return false;
  return error.code === 'STORE_UNAVAILABLE' || error.code === 'QUOTA_EXCEEDED';
}

/** Tells whether a store refused a change because it holds another history. */
export function isConflict(error: unknown): error is StoreConflictError {
  return AgentMemoryError.isInstance(error) && error.code === 'STORE_CONFLICT';
}

/** A session began without what its store turned out to hold. */
export function beganWithout(storeName: string, sessionId: string): StoreUnavailableError {
  return new StoreUnavailableError(
    `${storeName} works again and holds an earlier history of session "${sessionId}", while this ` +
      'page began without it. Nothing there was changed; what was added here stays in memory until ' +
      'the page is reloaded. Copy what you need, then reload.',
  );
}
