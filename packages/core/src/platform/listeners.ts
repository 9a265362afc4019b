import { checkListener } from './call-listener.ts';

interface Kept<Listener> {
  readonly listener: Listener;
  end?: () => void;
}

/** Listeners of something that does not exist yet. */
export class Listeners<Listener> {
  readonly #kept = new Set<Kept<Listener>>();

  /**
   * Gives the function that ends it, also behind `moveTo`.
   * @throws InvalidOptionError if the listener is no function.
   */
  add(listener: Listener): () => void {
    checkListener(listener);
    const kept: Kept<Listener> = { listener };
    this.#kept.add(kept);
    return () => {
      this.#kept.delete(kept);
      kept.end?.();
    };
  }

  all(): readonly Listener[] {
    return [...this.#kept].map(({ listener }) => listener);
  }

  /** All of them listen there from now on. */
  moveTo(subscribe: (listener: Listener) => () => void): void {
    for (const kept of this.#kept) kept.end = subscribe(kept.listener);
  }
}
