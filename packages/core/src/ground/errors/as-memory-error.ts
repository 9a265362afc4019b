import { errorText } from './error-text.ts';
import { AgentMemoryError, StoreUnavailableError } from './errors.ts';

/** An error of this library, as it is; anything else came from a store, and is told as its failure. */
export function asMemoryError(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  return new StoreUnavailableError(`The store failed: ${errorText(cause)}`, { cause });
}
