import type { MemoryStore } from './memory-store.ts';
import { originOf } from './unpaid-sessions.ts';

/** How often this page has deleted each session of a store. */
const deletions = new WeakMap<MemoryStore, Map<string, number>>();

/** Notes that this page deletes a session because somebody wants it gone. */
export function noteDeletion(store: MemoryStore, sessionId: string): void {
  const origin = originOf(store);
  const sessions = deletions.get(origin) ?? new Map<string, number>();
  deletions.set(origin, sessions.set(sessionId, (sessions.get(sessionId) ?? 0) + 1));
}

/** How often this page has deleted a session so far. */
export function deletionsOf(store: MemoryStore, sessionId: string): number {
  return deletions.get(originOf(store))?.get(sessionId) ?? 0;
}
