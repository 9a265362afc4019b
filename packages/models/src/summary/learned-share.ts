import { ModelError } from '../errors/model-error.ts';

const SHRINK = 0.7;
const MAX_SHRINKS = 3;

/**
 * The part of a window that a model really takes: all of it, until it finds a request too long. Then the
 * work is done anew with less, three times at most, and so from then on.
 */
export class LearnedShare {
  #share = 1;

  /** @throws what `work` throws, unless it is about the length and there is less to try. */
  async attempt<Result>(work: (share: number) => Promise<Result>): Promise<Result> {
    for (let shrinks = 0; ; shrinks += 1) {
      const tried = this.#share;
      try {
        return await work(tried);
      } catch (error) {
        if (!isTooLong(error) || shrinks === MAX_SHRINKS) throw error;
        // Work that ran beside this one may have learned the same.
        this.#share = Math.min(this.#share, tried * SHRINK);
      }
    }
  }
}

function isTooLong(error: unknown): boolean {
  return ModelError.isInstance(error) && error.code === 'MODEL_CONTEXT_TOO_LONG';
}
