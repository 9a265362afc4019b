import type { EmbedderFailure } from './embedder-failure.ts';

/** Carries a failure to the place where it becomes data again; leaves neither worker nor package. */
export class Failed extends Error {
  readonly failure: EmbedderFailure;

  constructor(failure: EmbedderFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}
