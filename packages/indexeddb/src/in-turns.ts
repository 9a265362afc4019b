import { systemClock } from '@agent-memory/core';
import type { Steps } from '@agent-memory/core/internal';
import type { Transaction } from './connection.ts';
import { STORE } from './schema.ts';

/** How long work continues before the page has its turn. */
const TURN_MS = 8;

/**
 * Does long work inside a transaction a few milliseconds at a time. In between the database is asked for
 * next to nothing: the page continues until the answer comes, and the transaction, which ends as soon as
 * nothing is asked of it, stays open.
 */
export async function inTurns<Result>(
  tx: Transaction<'readonly' | 'readwrite'>,
  steps: Steps<Result>,
): Promise<Result> {
  for (;;) {
    const beganMs = systemClock.nowMs();
    let step = steps.next();
    while (!step.done && isWithinTurn(beganMs)) step = steps.next();
    if (step.done) return step.value;
    await tx.objectStore(STORE.sessions).getKey('');
  }
}

/** A clock that was set back says nothing, and then the turn is over. */
function isWithinTurn(beganMs: number): boolean {
  const passedMs = systemClock.nowMs() - beganMs;
  return passedMs >= 0 && passedMs < TURN_MS;
}
