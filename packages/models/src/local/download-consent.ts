import type { ChatRequest } from '../chat/chat-model.ts';
import type { LocalModelOptions } from './local-model.ts';

/**
 * Whether a model may be downloaded [MOD-2]. A call of `load` is the consent, which ends when that load
 * fails or is given up; option `allowed` is one that never ends.
 */
export class DownloadConsent {
  readonly #isLasting: boolean;
  /** A call of `load` gave it, and nothing took it back since. */
  #isGiven = false;
  /** Calls of `load` that continue. */
  #loads = 0;

  constructor(download: LocalModelOptions['download']) {
    this.#isLasting = download === 'allowed';
  }

  /** A request of the background only joins a load that continues. */
  allows(urgency: NonNullable<ChatRequest['urgency']>): boolean {
    if (this.#isLasting) return true;
    return this.#isGiven && (urgency === 'user' || this.#loads > 0);
  }

  takeBack(): void {
    this.#isGiven = false;
  }

  /** Carries out a load with consent. `onTakenBack`: it failed, and nobody allows the download any more. */
  async during<Value>(load: () => Promise<Value>, onTakenBack: () => void): Promise<Value> {
    this.#isGiven = true;
    this.#loads += 1;
    try {
      return await load();
    } catch (error) {
      if (this.#loads === 1) {
        this.takeBack();
        if (!this.#isLasting) onTakenBack();
      }
      throw error;
    } finally {
      this.#loads -= 1;
    }
  }
}
