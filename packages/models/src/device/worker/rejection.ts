/** A promise that only ever rejects, and may do so unheard. */
export class Rejection {
  readonly promise: Promise<never>;
  #reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.promise = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    this.promise.catch(() => undefined);
  }

  reject(error: unknown): void {
    this.#reject(error);
  }
}
