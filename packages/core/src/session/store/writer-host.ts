import type { AgentMemoryError } from '../../ground/errors/errors.ts';
import type { Degradation } from '../../plan/context-plan.ts';
import type { SessionEvent } from '../../state/session-event.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import type { SessionChange, StoredSession } from '../../store/memory-store.ts';
import type { ChangeToRedact } from '../../store/redaction/redacted-change.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { Transcript } from '../../transcript/transcript.ts';

/** The session that a writer writes for: its state, and whom it tells of trouble. */
export interface WriterHost<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  dispatch(event: SessionEvent<Pad>): Promise<void>;
  /** Says in the snapshot what does not work, or without a message that it works again. */
  tell(code: Degradation['code'], message?: string): Promise<void>;
  /** Says in the snapshot that the store cannot be used. */
  report(error: AgentMemoryError, phase: 'load' | 'commit'): void;
  /** The stored session can be read now, and nothing was said while it could not. */
  readLate(stored: StoredSession | undefined): void;
}

/** Called with the entries behind those that stayed, the ids that other tabs have added, and the conversation before. */
export type OnTakenOver = (
  entries: readonly Entry[],
  newIds: readonly string[],
  before: Transcript,
) => void;

/** The end of a call whose messages the store cannot take. */
export type WhenNotStored = 'keep' | 'reject';

/** Gives the part of a change that may be stored; it is told what was said in the session. */
export type Storable = (change: ChangeToRedact) => Promise<SessionChange>;
