import { AgentMemoryError } from './errors.ts';

/**
 * No entry of the session has this id, on no branch; nothing was moved and nothing appended [MSG-5].
 */
export class UnknownEntryError extends AgentMemoryError {
  constructor(entryId: string) {
    super(
      'UNKNOWN_ENTRY',
      `No entry of this session has the id ${typeof entryId === 'string' ? JSON.stringify(entryId) : typeof entryId}; nothing was changed. ` +
        '`entries()` gives those of the conversation, `branches()` says where others end.',
      { phase: 'append' },
    );
  }
}
