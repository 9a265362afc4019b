import type { MemoryStore, SessionChange } from './memory-store.ts';
import { changesThatRebuild } from './mutable-session.ts';
import { mayBegin, nothingOwed, owe } from './owed-changes.ts';
import { isSurvivable } from './store-trouble.ts';
import { knowledgeOf, type TrackedSession } from './tracked-session.ts';

/** A change that the primary did not take, and why. */
interface Refused {
  readonly primary: MemoryStore;
  readonly change: SessionChange;
  readonly trouble: unknown;
}

/**
 * A session never seen whole is read now, or begins with the change.
 * @throws the trouble, where it can go on nowhere.
 */
export async function learn(
  session: TrackedSession,
  { primary, change, trouble }: Refused,
): Promise<void> {
  try {
    session.knowledge = knowledgeOf(await primary.load(session.id));
  } catch (error) {
    if (!isSurvivable(error)) throw error;
    if (!mayBegin(change)) throw trouble;
  }
}

/** From now on the session is in the fallback, which keeps what it has of one that was never seen whole. */
export async function moveToFallback(
  session: TrackedSession,
  fallback: MemoryStore,
): Promise<void> {
  const { id, knowledge } = session;
  const wasSeen = knowledge.kind === 'whole';
  if (wasSeen) {
    await fallback.delete(id);
    for (const change of knowledge.session ? changesThatRebuild(knowledge.session) : []) {
      await fallback.commit(id, change);
    }
  }
  session.home = { kind: 'fallback', owed: nothingOwed, primaryWasRead: wasSeen };
}

/** The primary lacks a change that the fallback has taken. */
export function oweInFallback(session: TrackedSession, change: SessionChange): void {
  const { home } = session;
  if (home.kind !== 'fallback') return;
  session.home = { ...home, owed: owe(home.owed, change) };
}
