import { checkOption } from '../errors/errors.ts';

/**
 * Calls somebody else's function whose fault is to stop nothing here. Its owner hears of a fault as of
 * an unhandled rejection: browsers report one; Node ends the process unless it listens for them.
 */
export function callListener(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    void Promise.reject(error);
  }
}

/** @throws InvalidOptionError if it is no function. */
export function checkListener(listener: unknown): void {
  checkOption(typeof listener === 'function', 'listener', 'must be a function.');
}

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
