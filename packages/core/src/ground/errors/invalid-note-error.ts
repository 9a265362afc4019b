import { AgentMemoryError } from './errors.ts';

/**
 * A note could not be set; all notes stay as they were [TIER-4].
 */
export class InvalidNoteError extends AgentMemoryError {
  /** The name that was given. */
  readonly note: string;

  constructor(note: string, problem: string) {
    super('INVALID_NOTE', `Note "${note}" ${problem} All notes stay as they were.`, {
      phase: 'notes',
    });
    this.note = note;
  }
}
