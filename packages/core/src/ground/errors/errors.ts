import { didYouMean } from './nearest-name.ts';

/** Stable codes of every error this library throws or reports. */
export type AgentMemoryErrorCode =
  | 'INVALID_MESSAGE'
  | 'INVALID_OPTION'
  | 'INVALID_SCRATCHPAD'
  | 'INVALID_NOTE'
  | 'TEXT_HELD'
  | 'INVALID_USAGE'
  | 'INVALID_SESSION_FILE'
  | 'CONTEXT_OVERFLOW'
  | 'OVERFLOW_PERSISTS'
  | 'STORE_CONFLICT'
  | 'STORE_UNAVAILABLE'
  | 'STORE_CORRUPT'
  | 'DECRYPTION_FAILED'
  | 'NOT_STORED'
  | 'SESSION_CLEARED'
  | 'STORE_RESET'
  | 'QUOTA_EXCEEDED'
  | 'REDACTION_FAILED'
  | 'SESSION_CLOSED'
  | 'SESSION_EXISTS'
  | 'SESSION_OF_OTHER_USER'
  | 'UNKNOWN_SESSION'
  | 'UNKNOWN_ENTRY'
  | 'MEMORY_UNAVAILABLE'
  | 'MEMORY_NOT_READY'
  | 'CODE_UNAVAILABLE'
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
 * A part of this library that is fetched when it is first needed could not be fetched, and the call
 * cannot do without it: compacting, reading messages in other forms than OpenAI's, reconciling.
 *
 * @example
 * try {
 *   await memory.assemble();
 * } catch (error) {
 *   if (!(error instanceof CodeUnavailableError)) throw error;
 *   showNotice(error.message, { canRetry: error.recoverable });
 * }
 */
export class CodeUnavailableError extends AgentMemoryError {
  /** @param purpose what the code is for. */
  constructor(purpose: string, options: { readonly phase: ErrorPhase; readonly cause?: unknown }) {
    super(
      'CODE_UNAVAILABLE',
      `The code for ${purpose} could not be fetched. ` +
        'Nothing was lost or changed; try again when the page can reach its files.',
      options,
    );
  }
}

/** Goes on where the condition holds. @throws InvalidOptionError that names the option and says what is wrong. */
export function checkOption(holds: boolean, option: string, problem: string): asserts holds {
  if (!holds) throw new InvalidOptionError(option, problem);
}

/** Goes on where the condition holds. @throws InvalidOptionError that also says what was given. */
export function checkGiven(
  holds: boolean,
  option: string,
  rule: string,
  given: unknown,
): asserts holds {
  if (!holds) throw new InvalidOptionError(option, `must be ${rule}; got ${textOf(given)}.`);
}

/** Goes on where nothing is given, or what is given has these functions. @throws InvalidOptionError naming the first that is missing. */
export function checkFunctions<Given extends object>(
  option: string,
  given: Given | undefined,
  names: readonly (keyof Given & string)[],
): void {
  for (const name of names) {
    const isThere = given === undefined || typeof given?.[name] === 'function';
    const hint = typeof given === 'function' ? functionHint(option, given, name) : '.';
    checkOption(isThere, option, `must have a function \`${name}\`${hint}`);
  }
}

/** A function in place of an object makes one and was not called, or is the one function of it. */
function functionHint(option: string, given: { readonly name: string }, name: string): string {
  const { name: own = '' } = given;
  return `; got a function: write \`${option}: ${own || 'make'}()\` if it makes one, \`${option}: { ${name}: … }\` if it is one.`;
}

/** A list is not written out: it may hold anything, at any depth. */
function textOf(given: unknown): string {
  return Array.isArray(given) ? 'a list' : String(given);
}

/**
 * The names that an options object may have. Write it with `satisfies KnownNames<Options>`: then it
 * names every option of the type and no other.
 */
export type KnownNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Refuses options under a name that does not exist, so that a misspelt one is not ignored. It looks
 * at the names alone and costs as much as there are; options that were left out are right.
 *
 * @example
 * interface GreetingOptions {
 *   readonly name?: string;
 * }
 * const OPTIONS = { name: true } as const satisfies KnownNames<GreetingOptions>;
 * function greet(options: GreetingOptions) {
 *   refuseUnknown(options, OPTIONS, 'greet');
 * }
 *
 * @param where path to the options object: `compaction.breaker`; '' for those of the call itself.
 * @throws InvalidOptionError if a name is not known, with the nearest that is, or if `options` is not
 * an object.
 */
export function refuseUnknown(
  options: unknown,
  known: Readonly<Record<string, unknown>>,
  where = '',
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    const given = options === null ? 'null' : typeof options;
    throw new InvalidOptionError(where || 'options', `must be an object; got ${given}.`);
  }
  // Inherited names count as well: reading an option finds them.
  for (const name in options) if (!Object.hasOwn(known, name)) throw unknown(name, known, where);
}

function unknown(
  name: string,
  known: Readonly<Record<string, unknown>>,
  where: string,
): InvalidOptionError {
  const names = Object.keys(known);
  const hint = didYouMean(name, names) || `; known: ${names.join(', ')}.`;
  const place = where && ` in \`${where}\``;
  const sentence = `Unknown option \`${name}\`${place}${hint}`;
  return new InvalidOptionError(where ? `${where}.${name}` : name, 'is not known.', sentence);
}
