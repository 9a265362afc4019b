import { AgentMemoryError } from './errors.ts';

/**
 * The provider refuses the context however small it is made [BUD-4]. Nothing was lost.
 */
export class OverflowPersistsError extends AgentMemoryError {
  readonly attempts: number;
  /** Size of the smallest context that was refused. */
  readonly refusedTokens: number;

  constructor(attempts: number, refusedTokens: number) {
    super(
      'OVERFLOW_PERSISTS',
      `The provider called the context too long ${attempts} times, the last time at ${refusedTokens} tokens. ` +
        "Nothing was lost. Check that `contextWindow` is the model's, and what the server adds on its own (`reserved`).",
      { phase: 'assemble' },
    );
    this.attempts = attempts;
    this.refusedTokens = refusedTokens;
  }
}
