import { AgentMemoryError } from '../ground/errors/errors.ts';
import type { StoreConflictError } from '../ground/errors/store-errors.ts';

/** Tells whether a session can continue in another store: this one is unavailable, or full. */
export function isSurvivable(error: unknown): error is AgentMemoryError {
  if (!AgentMemoryError.isInstance(error)) return false;
  return error.code === 'STORE_UNAVAILABLE' || error.code === 'QUOTA_EXCEEDED';
}

/** Tells whether a store refused a change because it holds another history. */
export function isConflict(error: unknown): error is StoreConflictError {
  return AgentMemoryError.isInstance(error) && error.code === 'STORE_CONFLICT';
}
