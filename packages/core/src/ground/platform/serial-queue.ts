/**
 * Runs jobs one after another.
 *
 * - A job starts when every job given before it has settled.
 * - A job's failure reaches its own caller only; the next one runs.
 */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#last.then(job, job);
    this.#last = result;
    return result;
  }

  /** Resolves when every job given so far has settled, well or badly. */
  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}
