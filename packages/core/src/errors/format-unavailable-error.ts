import { AgentMemoryError } from './errors.ts';

/**
 * The code of a message format could not be fetched. Nothing was lost or changed.
 *
 * @example
 * const context = await memory.assemble({ format: 'anthropic' }).catch((error: unknown) => {
 *   if (error instanceof FormatUnavailableError) showNotice(error.message);
 *   throw error;
 * });
 */
export class FormatUnavailableError extends AgentMemoryError {
  /** Absent where the code that all formats share is missing. */
  readonly format: string | undefined;

  constructor(format: string | undefined, options?: { readonly cause?: unknown }) {
    super(
      'FORMAT_UNAVAILABLE',
      `The code of ${format === undefined ? 'the message formats' : `the message format "${format}"`} could not be fetched. Nothing was lost or changed; ` +
        'try again when the page can reach its files.',
      { phase: 'assemble', ...options },
    );
    this.format = format;
  }
}
