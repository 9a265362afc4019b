import type { LocalFailure } from '../errors/local-failure.ts';

/** A failure on its way through an engine; the shell makes of it the error that a caller catches. */
export class EngineFailure extends Error {
  readonly failure: LocalFailure;

  constructor(failure: LocalFailure, options?: { readonly cause?: unknown }) {
    super(`The engine failed: ${failure.kind}`, options);
    this.name = 'EngineFailure';
    this.failure = failure;
  }
}
