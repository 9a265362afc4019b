import { AgentMemoryError } from './errors.ts';

/**
 * The store holds no session of this id; nothing was done.
 *
 * @example
 * try {
 *   await sessionCatalog(store).rename('trip', 'Trip to Lyon');
 * } catch (error) {
 *   if (!(error instanceof UnknownSessionError)) throw error;
 *   showNotice(`${error.sessionId} is gone.`);
 * }
 */
export class UnknownSessionError extends AgentMemoryError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(
      'UNKNOWN_SESSION',
      `The store holds no session "${sessionId}"; nothing was done. It may have been deleted meanwhile.`,
    );
    this.sessionId = sessionId;
  }
}

/**
 * The store holds a session of this id already, and it was left as it is; nothing was imported.
 *
 * @example
 * const sessions = sessionCatalog(store);
 * const info = await sessions.import(file).catch((error: unknown) => {
 *   if (!(error instanceof SessionExistsError)) throw error;
 *   return sessions.import(file, { id: `${error.sessionId} (copy)` });
 * });
 */
export class SessionExistsError extends AgentMemoryError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(
      'SESSION_EXISTS',
      `The store holds a session "${sessionId}" already; it was left as it is and nothing was ` +
        'imported. Import under another `id`, or delete that session first.',
    );
    this.sessionId = sessionId;
  }
}

/**
 * A file is no session file that can be read, or a session holds what no file can say.
 *
 * @example
 * try {
 *   await sessionCatalog(store).import(file);
 * } catch (error) {
 *   if (!(error instanceof SessionFileError)) throw error;
 *   showNotice(`This is no chat that can be read; ${error.field} is at fault.`);
 * }
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

/**
 * The code of the memory could not be fetched: a memory of `useAgentMemory` fetches it when it is first
 * needed. Nothing was added or changed, and the next call fetches it again; Firefox, which remembers that a
 * file failed, has to be reloaded.
 *
 * @example
 * try {
 *   await memory.append({ role: 'user', content: 'Where is order ZFA04Y?' });
 * } catch (error) {
 *   if (!(error instanceof MemoryUnavailableError)) throw error;
 *   showNotice(error.message, { canRetry: error.recoverable });
 * }
 */
export class MemoryUnavailableError extends AgentMemoryError {
  constructor(options?: { readonly cause?: unknown }) {
    super(
      'MEMORY_UNAVAILABLE',
      'The code of the memory could not be fetched. Nothing was added or changed, and what is stored stays; ' +
        'try again when the page can reach its files, or reload it: some browsers ask for a file only once.',
      options,
    );
  }
}

/**
 * `plan()` answers at once, and the code that it needs has not been fetched yet. Nothing was changed.
 *
 * @example
 * await memory.ready;
 * const { totalTokens } = memory.plan();
 */
export class MemoryNotReadyError extends AgentMemoryError {
  constructor() {
    super(
      'MEMORY_NOT_READY',
      'There is no plan yet: the code of the memory is still to be fetched. Await `memory.ready` first; ' +
        '`assemble()` waits by itself.',
    );
  }
}
