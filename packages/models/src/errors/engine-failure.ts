import type { LocalFailure } from './local-failure.ts';

/**
 * A failure on its way through an engine; `createLocalModel` makes of it the `LocalModelError` that a
 * caller catches.
 *
 * @example
 * const windowTokens = 2_048;
 * const problem = 'The prompt has 3000 tokens.';
 * throw new EngineFailure({ kind: 'window-exceeded', windowTokens, problem });
 */
export class EngineFailure extends Error {
  readonly failure: LocalFailure;

  constructor(failure: LocalFailure, options?: { readonly cause?: unknown }) {
    super(`The engine failed: ${failure.kind}`, options);
    this.name = 'EngineFailure';
    this.failure = failure;
  }
}
