import type { MemoryStore } from './memory-store.ts';
import { originOf } from './unpaid-sessions.ts';

/** The functions that stores of this library have to tell what they acknowledged and have not written yet. */
interface StoreThatOwes extends MemoryStore {
  firstOwed(sessionId: string): number | undefined;
  durableTo(sessionId: string): number;
}

/** Entries of a session at places ahead of this one are where they outlive the page. */
export function durableIn(store: MemoryStore, sessionId: string): number {
  const origin: MemoryStore & Partial<StoreThatOwes> = originOf(store);
  if (origin.durableTo) return origin.durableTo(sessionId);
  if (!origin.persistent) return 0;
  return origin.firstOwed?.(sessionId) ?? Number.POSITIVE_INFINITY;
}
