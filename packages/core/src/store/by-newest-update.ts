import type { SessionInfo } from './memory-store.ts';

/** Sorts sessions as `list` gives them: newest update first, then by id. */
export function byNewestUpdate(a: SessionInfo, b: SessionInfo): number {
  return b.updatedAtMs - a.updatedAtMs || (a.id < b.id ? -1 : 1);
}
