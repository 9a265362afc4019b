import type { StoredSession } from '../storage/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';

/**
 * Tells whether a store lost what it had of a session: it holds nothing of it any more, or its
 * beginning alone. Where it holds anything else, somebody went on with the session.
 *
 * @param had the entries that the store had, in the order of appending.
 */
export function isMissing(had: readonly Entry[], stored: StoredSession | undefined): boolean {
  const left = stored?.entries ?? [];
  return left.length < had.length && left.every(({ id }, place) => id === had[place]?.id);
}
