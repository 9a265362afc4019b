/**
 * Code that is fetched when it is first needed, and what is made of it, once.
 *
 * - A fetch that failed is tried again by the next call that needs it.
 * - `prefetch` fetches ahead of need and never rejects: anyone who needs it hears of a failure.
 */
export class LazyCode<Code> {
  readonly #fetch: () => Promise<Code>;
  readonly #refusal: (cause: unknown) => Error;
  #loading: Promise<Code> | undefined;
  #loaded: Code | undefined;

  /** @param refusal makes the error that says what cannot be done without it. */
  constructor(fetch: () => Promise<Code>, refusal: (cause: unknown) => Error) {
    this.#fetch = fetch;
    this.#refusal = refusal;
  }

  /** The loaded code, once it is here. */
  get loaded(): Code | undefined {
    return this.#loaded;
  }

  /** @throws what `refusal` makes, if the code cannot be fetched. */
  async load(): Promise<Code> {
    this.#loading ??= this.#fetch();
    try {
      this.#loaded = await this.#loading;
      return this.#loaded;
    } catch (cause) {
      this.#loading = undefined;
      throw this.#refusal(cause);
    }
  }

  /** Resolves when fetching has ended, well or badly. */
  async prefetch(): Promise<Code | undefined> {
    try {
      return await this.load();
    } catch {
      return undefined;
    }
  }
}
