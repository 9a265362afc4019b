import { AgentMemoryError } from './errors.ts';

/**
 * A compaction cannot be taken back; nothing was changed.
 */
export class UndoRefusedError extends AgentMemoryError {
  constructor(why: string) {
    super('UNDO_REFUSED', `The compaction was not taken back, nothing was changed: ${why}.`, {
      phase: 'compact',
    });
  }
}
