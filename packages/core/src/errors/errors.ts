/** Stable codes of every error this library throws or reports. */
export type AgentMemoryErrorCode =
  | 'INVALID_MESSAGE'
  | 'INVALID_OPTION'
  | 'INVALID_SCRATCHPAD'
  | 'CONTEXT_OVERFLOW'
  | 'STORE_CONFLICT'
  | 'STORE_UNAVAILABLE'
  | 'STORE_CORRUPT'
  | 'QUOTA_EXCEEDED'
  | 'SESSION_CLOSED'
  | 'COMPACTION_UNAVAILABLE'
  | 'UNDO_REFUSED'
  | 'OVERFLOW_PERSISTS'
  | 'INVALID_USAGE';

const MARKER = Symbol.for('agent-memory.error');

/**
 * Base of every error of this library: a code to branch on, fields as data, the cause kept.
 * Check with `AgentMemoryError.isInstance`, which also holds across duplicate packages.
 */
export class AgentMemoryError extends Error {
  readonly code: AgentMemoryErrorCode;
  readonly [MARKER] = true;

  constructor(code: AgentMemoryErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }

  static isInstance(error: unknown): error is AgentMemoryError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}

/** A message could not be understood; nothing of it was appended [MSG-3]. */
export class InvalidMessageError extends AgentMemoryError {
  /** Path to the field at fault, such as `tool_calls.0.function.name`. */
  readonly field: string;

  constructor(field: string, problem: string) {
    super('INVALID_MESSAGE', `Message refused, nothing was appended: \`${field}\` ${problem}`);
    this.field = field;
  }
}

/** An option makes no sense; nothing was created or changed. */
export class InvalidOptionError extends AgentMemoryError {
  readonly option: string;

  constructor(option: string, problem: string) {
    super('INVALID_OPTION', `Option \`${option}\` ${problem}`);
    this.option = option;
  }
}

/** A new scratchpad did not fit its schema; the old one stays [PAD-2]. */
export class InvalidScratchpadError extends AgentMemoryError {
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super('INVALID_SCRATCHPAD', `Scratchpad refused, the old one stays: ${issues.join('; ')}`);
    this.issues = issues;
  }
}

/** The store cannot be used: denied, missing, blocked or closed. */
export class StoreUnavailableError extends AgentMemoryError {
  constructor(reason: string, options?: { readonly cause?: unknown }) {
    super('STORE_UNAVAILABLE', reason, options);
  }
}

/** The memory was disposed; make a new one with the same id to go on. */
export class SessionClosedError extends AgentMemoryError {
  constructor(sessionId: string) {
    super(
      'SESSION_CLOSED',
      `Session "${sessionId}" was disposed; nothing was done. Create it again to go on.`,
    );
  }
}

/** The part of the library that compacts could not be fetched, and the context is over budget. */
export class CompactionUnavailableError extends AgentMemoryError {
  constructor(options?: { readonly cause?: unknown }) {
    super(
      'COMPACTION_UNAVAILABLE',
      'The context is over budget and the code that compacts it could not be fetched. Nothing was ' +
        'lost; try again when the page can reach its files.',
      options,
    );
  }
}
