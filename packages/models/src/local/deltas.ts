import type { ChatDelta, ChatRequest } from '../chat/chat-model.ts';
import { type ChatReply, EMPTY_REPLY } from '../chat/chat-reply.ts';

/** The pieces of one answer: told to the caller as they come, and kept for the case that no more do. */
export class Deltas {
  readonly #onDelta: ChatRequest['onDelta'];
  #partial = EMPTY_REPLY;
  #thrown: { readonly error: unknown } | undefined;

  constructor(onDelta: ChatRequest['onDelta']) {
    this.#onDelta = onDelta;
  }

  /** The answer so far, without calls of tools. */
  get partial(): ChatReply {
    return this.#partial;
  }

  /** The error of the caller's own callback, in an object of its own. */
  get thrown(): { readonly error: unknown } | undefined {
    return this.#thrown;
  }

  /** @throws what the caller's callback throws. */
  tell(delta: ChatDelta): void {
    if (delta.text === '' && delta.thinking === '') return;
    this.#partial = {
      ...this.#partial,
      text: this.#partial.text + delta.text,
      thinking: this.#partial.thinking + delta.thinking,
    };
    try {
      this.#onDelta?.(delta);
    } catch (error) {
      this.#thrown = { error };
      throw error;
    }
  }
}
