import { AgentMemoryError } from './errors.ts';

/**
 * A report of usage that cannot be meant; it was not learned, and everything continues as before.
 *
 * @example
 * try {
 *   await memory.reportUsage({ inputTokens: 1_812 });
 * } catch (error) {
 *   if (!(error instanceof InvalidUsageError)) throw error;
 *   console.warn(error.message);
 * }
 */
export class InvalidUsageError extends AgentMemoryError {
  constructor(why: string) {
    super('INVALID_USAGE', `The reported usage was not used: ${why}.`, { phase: 'assemble' });
  }
}
