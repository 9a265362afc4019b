import { AgentMemoryError } from '@agent-memory/core';

/**
 * The store holds no session of this id; nothing was done.
 */
export class UnknownSessionError extends AgentMemoryError {
  constructor(sessionId: string) {
    super(
      'UNKNOWN_SESSION',
      `The store holds no session "${sessionId}"; nothing was done. It may have been deleted meanwhile.`,
    );
  }
}

/**
 * The store holds a session of this id already, and it was left as it is; nothing was imported.
 */
export class SessionExistsError extends AgentMemoryError {
  constructor(sessionId: string) {
    super(
      'SESSION_EXISTS',
      `The store holds a session "${sessionId}" already; it was left as it is and nothing was ` +
        'imported. Import under another `id`, or delete that session first.',
    );
  }
}

/**
 * A file is no session file that can be read, or a session holds what no file can say.
 */
export class SessionFileError extends AgentMemoryError {
  /** Path to the field at fault, such as `session.entries.3.parentId`. */
  readonly field: string;

  constructor(field: string, problem: string, action: 'import' | 'export' = 'import') {
    const refusal =
      action === 'import'
        ? 'The session file was refused, nothing was imported'
        : 'The session was not exported, nothing was changed';
    super('INVALID_SESSION_FILE', `${refusal}: \`${field}\` ${problem}.`);
    this.field = field;
  }
}
