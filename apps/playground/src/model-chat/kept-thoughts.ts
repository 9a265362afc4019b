import type { ThoughtsByEntry } from '../chat/thoughts.ts';

/** Thoughts of this many answers are kept; older ones are let go. */
const KEPT = 200;

/** Thoughts that live as long as the page. */
export interface KeptThoughts extends ThoughtsByEntry {
  keep(entryId: string, thinking: string): void;
}

export function createKeptThoughts(): KeptThoughts {
  const thoughts = new Map<string, string>();
  return {
    get: (entryId) => thoughts.get(entryId),
    keep: (entryId, thinking) => {
      thoughts.set(entryId, thinking);
      for (const oldest of thoughts.keys()) {
        if (thoughts.size <= KEPT) break;
        thoughts.delete(oldest);
      }
    },
  };
}
