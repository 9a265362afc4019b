import type { AbortSignalLike } from '@agent-memory/core';
import { throwIfAborted } from '@agent-memory/core/internal';
import type { EmbedOptions } from '@agent-memory/long-term';

type Purpose = EmbedOptions['purpose'];

/** A call's texts, and how far they are. */
interface Job {
  readonly purpose: Purpose;
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  /** Ends the call with its vectors; later ends are nothing. */
  finish(): void;
  fail(error: unknown): void;
}

/** Makes the vector of one text. */
export type EmbedOne = (text: string) => Promise<Float32Array>;

/** The call whose text comes next: the first of the queries, else the first of the passages. */
function nextOf<Waiting extends { readonly purpose: Purpose }>(
  waiting: readonly Waiting[],
): Waiting | undefined {
  return waiting.find(({ purpose }) => purpose === 'query') ?? waiting[0];
}

/**
 * Embeds text by text.
 *
 * - One text is being embedded at a time. A query waits for that one, and for queries before it.
 * - Calls of one purpose are served in their order.
 * - A call that fails or is aborted ends at once and leaves the others as they are; of its texts only
 *   the one that is being embedded still ends.
 */
export class EmbedQueue {
  readonly #embedOne: EmbedOne;
  readonly #waiting: Job[] = [];
  #isRunning = false;

  constructor(embedOne: EmbedOne) {
    this.#embedOne = embedOne;
  }

  /** @throws the signal's reason when it aborts, or the error of a text. */
  async add(
    texts: readonly string[],
    purpose: Purpose,
    signal?: AbortSignalLike,
  ): Promise<readonly Float32Array[]> {
    throwIfAborted(signal);
    if (texts.length === 0) return [];
    return new Promise((resolve, reject) => {
      const abort = (): void => job.fail(signal?.reason ?? new Error('The operation was aborted.'));
      const leave = (): void => {
        signal?.removeEventListener('abort', abort);
        const place = this.#waiting.indexOf(job);
        if (place >= 0) this.#waiting.splice(place, 1);
      };
      const vectors: Float32Array[] = [];
      const job: Job = {
        purpose,
        // The caller may continue with its list while the texts wait.
        texts: [...texts],
        vectors,
        finish: () => {
          leave();
          resolve(vectors);
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort);
      this.#waiting.push(job);
      if (!this.#isRunning) this.#run().catch(job.fail);
    });
  }

  /** Ends all calls that wait. */
  failAll(error: unknown): void {
    for (const job of [...this.#waiting]) job.fail(error);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let job = nextOf(this.#waiting); job; job = nextOf(this.#waiting)) await this.#step(job);
    } finally {
      this.#isRunning = false;
    }
  }

  async #step(job: Job): Promise<void> {
    const text = job.texts[job.vectors.length];
    if (text === undefined) return job.finish();
    try {
      job.vectors.push(await this.#embedOne(text));
    } catch (error) {
      return job.fail(error);
    }
    if (job.vectors.length === job.texts.length) job.finish();
  }
}
