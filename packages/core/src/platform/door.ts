/**
 * Code that is fetched when it is first needed, and what is made of it, once.
 *
 * - A fetch that failed is tried again by the next call that needs it.
 * - `prefetch` fetches ahead of need and never rejects: whoever needs it hears of a failure.
 */
export class Door<Room> {
  readonly #fetch: () => Promise<Room>;
  readonly #refusal: (cause: unknown) => Error;
  #opening: Promise<Room> | undefined;
  #room: Room | undefined;

  /** @param refusal makes the error that says what cannot be done without it. */
  constructor(fetch: () => Promise<Room>, refusal: (cause: unknown) => Error) {
    this.#fetch = fetch;
    this.#refusal = refusal;
  }

  /** The loaded code, once it is here. */
  get room(): Room | undefined {
    return this.#room;
  }

  /** @throws what `refusal` makes, if the code cannot be fetched. */
  async open(): Promise<Room> {
    this.#opening ??= this.#fetch();
    try {
      this.#room = await this.#opening;
      return this.#room;
    } catch (cause) {
      this.#opening = undefined;
      throw this.#refusal(cause);
    }
  }

  /** Resolves when fetching has ended, well or badly. */
  async prefetch(): Promise<Room | undefined> {
    try {
      return await this.open();
    } catch {
      return undefined;
    }
  }
}
