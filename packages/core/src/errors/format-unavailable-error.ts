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
  readonly format: string;

  constructor(format: string, options?: { readonly cause?: unknown }) {
    super(
      'FORMAT_UNAVAILABLE',
      `The code of the message format "${format}" could not be fetched. Nothing was lost or changed; ` +
        'try again when the page can reach its files.',
      { phase: 'assemble', ...options },
    );
    this.format = format;
  }
}
