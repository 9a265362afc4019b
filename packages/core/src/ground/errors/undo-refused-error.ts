import { AgentMemoryError } from './errors.ts';

/**
 * A compaction cannot be taken back; nothing was changed.
 */
export class UndoRefusedError extends AgentMemoryError {
  readonly compactionId: string | undefined;

  constructor(compactionId: string | undefined, why: string) {
    super('UNDO_REFUSED', `The compaction was not taken back, nothing was changed: ${why}.`, {
      phase: 'compact',
    });
    this.compactionId = compactionId;
  }
}
