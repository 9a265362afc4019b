import type { AgentMemoryError } from '../errors/errors.ts';
import type { Degradation } from '../plan/context-plan.ts';
import type { ChangeToRedact } from '../redaction/redacted-change.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { SessionChange, StoredSession } from '../storage/memory-store.ts';
import type { DegradePhase } from '../storage/on-degrade.ts';

/** The session that a writer writes for: its state, and whom it tells of trouble. */
export interface WriterHost<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  dispatch(event: SessionEvent<Pad>): Promise<void>;
  /** Says in the snapshot what does not work, or without a message that it works again. */
  tell(code: Degradation['code'], message?: string): Promise<void>;
  /** Says in the snapshot that the store cannot be used. */
  report(error: AgentMemoryError, phase: DegradePhase): void;
  /** The stored session can be read now, and nothing was said while it could not. */
  readLate(stored: StoredSession | undefined): void;
}

/** The end of a call whose messages the store cannot take. */
export type WhenNotStored = 'keep' | 'reject';

/** Gives the part of a change that may be stored; it is told what was said in the session. */
export type Storable = (change: ChangeToRedact) => Promise<SessionChange>;
