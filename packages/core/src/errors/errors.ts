/** Stable codes of every error this library throws or reports. */
export type AgentMemoryErrorCode =
  | 'INVALID_MESSAGE'
  | 'INVALID_OPTION'
  | 'INVALID_SCRATCHPAD'
  | 'INVALID_NOTE'
  | 'INVALID_USAGE'
  | 'INVALID_SESSION_FILE'
  | 'CONTEXT_OVERFLOW'
  | 'OVERFLOW_PERSISTS'
  | 'STORE_CONFLICT'
  | 'STORE_UNAVAILABLE'
  | 'STORE_CORRUPT'
  | 'NOT_STORED'
  | 'SESSION_CLEARED'
  | 'STORE_RESET'
  | 'QUOTA_EXCEEDED'
  | 'REDACTION_FAILED'
  | 'SESSION_CLOSED'
  | 'SESSION_EXISTS'
  | 'UNKNOWN_SESSION'
  | 'UNKNOWN_ENTRY'
  | 'MEMORY_UNAVAILABLE'
  | 'MEMORY_NOT_READY'
  | 'COMPACTION_UNAVAILABLE'
  | 'FORMAT_UNAVAILABLE'
  | 'UNDO_REFUSED';

/** The activity during which an error happened. */
export type ErrorPhase =
  | 'option'
  | 'load'
  | 'append'
  | 'assemble'
  | 'compact'
  | 'scratchpad'
  | 'notes'
  | 'store'
  | 'session';

const MARKER = Symbol.for('agent-memory.error');

/**
 * Base of every error of this library: a code to branch on, fields as data, the cause kept.
 * Check with `AgentMemoryError.isInstance`, which also holds across duplicate packages.
 *
 * @example
 * try {
 *   await memory.append(message);
 * } catch (error) {
 *   if (!AgentMemoryError.isInstance(error)) throw error;
 *   showNotice(error.message, { canRetry: error.recoverable });
 * }
 */
export class AgentMemoryError extends Error {
  readonly code: AgentMemoryErrorCode;
  /** The activity that failed. */
  readonly phase: ErrorPhase;
  /**
   * True if the same call may succeed later as it is: there may be room again, or a network. Where
   * it is `false` the call fails the same way until something about it is changed.
   */
  readonly recoverable: boolean;
  readonly [MARKER] = true;

  /** @param options.phase default: `session`. */
  constructor(
    code: AgentMemoryErrorCode,
    message: string,
    options: { readonly phase?: ErrorPhase; readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.phase = options.phase ?? 'session';
    this.recoverable = code.endsWith('UNAVAILABLE') || code === 'QUOTA_EXCEEDED';
  }

  static isInstance(error: unknown): error is AgentMemoryError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}

/**
 * A message could not be understood; nothing of it was appended [MSG-3].
 *
 * @example
 * try {
 *   await memory.append({ role: 'user', content: 'Hello' });
 * } catch (error) {
 *   if (!(error instanceof InvalidMessageError)) throw error;
 *   console.error(`The message has a fault at ${error.field}`);
 * }
 */
export class InvalidMessageError extends AgentMemoryError {
  /** Path to the field at fault, such as `tool_calls.0.function.name`. */
  readonly field: string;

  constructor(field: string, problem: string) {
    super('INVALID_MESSAGE', `Message refused, nothing was appended: \`${field}\` ${problem}`, {
      phase: 'append',
    });
    this.field = field;
  }
}

/**
 * An option makes no sense; nothing was created or changed.
 *
 * @example
 * try {
 *   createAgentMemory({ id: 'support', contextWindow: 0 });
 * } catch (error) {
 *   if (!(error instanceof InvalidOptionError)) throw error;
 *   console.error(error.option, error.message);
 * }
 */
export class InvalidOptionError extends AgentMemoryError {
  /** Path to the option: `watermarks.high`. */
  readonly option: string;

  /**
   * @param problem goes on from "Option `name`".
   * @param sentence default: the option and its problem.
   */
  constructor(option: string, problem: string, sentence = `Option \`${option}\` ${problem}`) {
    super('INVALID_OPTION', sentence, { phase: 'option' });
    this.option = option;
  }
}

/**
 * A new scratchpad did not fit its schema; the old one stays [PAD-2].
 *
 * @example
 * try {
 *   await memory.patchScratchpad({ objective: 'Find order ZFA04Y' });
 * } catch (error) {
 *   if (!(error instanceof InvalidScratchpadError)) throw error;
 *   console.error(error.issues);
 * }
 */
export class InvalidScratchpadError extends AgentMemoryError {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super('INVALID_SCRATCHPAD', `Scratchpad refused, the old one stays: ${issues.join('; ')}`, {
      phase: 'scratchpad',
    });
    this.issues = issues;
  }
}

/**
 * The store cannot be used: denied, missing, blocked or closed.
 *
 * @example
 * try {
 *   await store.load('support');
 * } catch (error) {
 *   if (!(error instanceof StoreUnavailableError)) throw error;
 *   showNotice('Nothing can be stored here; the chat goes on in this page.');
 * }
 */
export class StoreUnavailableError extends AgentMemoryError {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super('STORE_UNAVAILABLE', reason, { phase: 'store', ...options });
  }
}

/**
 * The memory was disposed and does nothing any more: its last component left the page, its session was
 * deleted, or `dispose` was called. What was acknowledged is in the store,
 * where there is one; make a new memory with the same id to go on.
 *
 * @example
 * try {
 *   await memory.append(message);
 * } catch (error) {
 *   if (!(error instanceof SessionClosedError)) throw error;
 *   showNotice('This chat was closed.');
 * }
 */
export class SessionClosedError extends AgentMemoryError {
  constructor(sessionId: string) {
    super(
      'SESSION_CLOSED',
      `Session "${sessionId}" is closed; nothing was done. Its last component left the page, its session was deleted, or dispose() was called. Make a memory with this id to go on.`,
    );
  }
}

/**
 * The code that compacts could not be fetched, and it is needed now: for a context that is over budget
 * or that a provider refused, for `compact`, its preview and undoing, for contexts of the past.
 *
 * @example
 * try {
 *   await memory.assemble();
 * } catch (error) {
 *   if (!(error instanceof CompactionUnavailableError)) throw error;
 *   showNotice(error.message, { canRetry: error.recoverable });
 * }
 */
export class CompactionUnavailableError extends AgentMemoryError {
  constructor(options?: { readonly cause?: unknown }) {
    super(
      'COMPACTION_UNAVAILABLE',
      'The code for compacting, and for contexts that are too long, could not be fetched. ' +
        'Nothing was lost; try again when the page can reach its files.',
      { phase: 'compact', ...options },
    );
  }
}
