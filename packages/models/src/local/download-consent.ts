import type { ChatRequest } from '../chat/chat-model.ts';

/** A person's consent to the download, given by a call of `load`. */
interface Consent {
  readonly end: AbortController;
  /** Calls of `load` that go on. */
  loads: number;
}

/**
 * Knows whether a model may be downloaded [MOD-2]. A load that succeeded leaves its consent to later
 * requests of the user; one that is aborted or fails takes it back.
 */
export class DownloadConsent {
  #given: Consent | undefined;

  /** Runs a load that is the consent to its own download. @throws what the load throws. */
  async during<Value>(load: () => Promise<Value>): Promise<Value> {
    this.#given ??= { end: new AbortController(), loads: 0 };
    const given = this.#given;
    given.loads += 1;
    try {
      return await load();
    } catch (error) {
      if (given.loads === 1 && this.#given === given) this.takeBack();
      throw error;
    } finally {
      given.loads -= 1;
    }
  }

  /**
   * Aborts when the consent that covers such a request ends; `undefined` where none does. One of the
   * background only joins a load that goes on.
   */
  signalFor(urgency: NonNullable<ChatRequest['urgency']>): AbortSignal | undefined {
    const isCovered = this.#given && (urgency === 'user' || this.#given.loads > 0);
    return isCovered ? this.#given?.end.signal : undefined;
  }

  takeBack(): void {
    this.#given?.end.abort();
    this.#given = undefined;
  }
}
