import { AgentMemoryError, StoreUnavailableError } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';

/** The messages of a stored conversation, as far as they were read; immutable. */
export interface StoredMessagesState<Message> {
  /** `error`: the last reading failed; `messages` is what was read before it. */
  readonly status: 'loading' | 'ready' | 'error';
  /** Oldest first; `undefined` until they were read once. The list is the caller's own. */
  readonly messages: Message[] | undefined;
  /** Why they could not be read. */
  readonly error: AgentMemoryError | undefined;
}

/** The state before anything was read, and on a server. */
export const NOTHING_READ: StoredMessagesState<never> = Object.freeze({
  status: 'loading',
  messages: undefined,
  error: undefined,
});

/** The way to the stored messages, and to whoever shows them. */
interface Reader<Message> {
  read(signal: AbortSignal): Promise<Message[]>;
  /** Brings the memory to what the store holds. */
  reload(signal: AbortSignal): Promise<void>;
  show(messages: Message[]): void;
}

/**
 * Reads the messages of a stored conversation while somebody listens.
 *
 * - They are read when the first listener comes, and by `reload`.
 * - A reading that is overtaken by a newer one, or whose last listener has left, is aborted and changes
 *   nothing.
 */
export class StoredMessages<Message> {
  readonly #reader: Reader<Message>;
  readonly #listeners = new Set<() => void>();
  #state: StoredMessagesState<Message> = NOTHING_READ;
  #reading = new AbortController();

  constructor(reader: Reader<Message>) {
    this.#reader = reader;
  }

  readonly getState = (): StoredMessagesState<Message> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#read((signal) => this.#reader.read(signal));
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#reading.abort();
    };
  };

  /** Reads what the store holds now. Never rejects: an error shows in the state. */
  readonly reload = async (): Promise<void> => {
    if (this.#listeners.size === 0) return;
    await this.#read(async (signal) => {
      await this.#reader.reload(signal);
      return this.#reader.read(signal);
    });
  };

  async #read(read: (signal: AbortSignal) => Promise<Message[]>): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    try {
      const messages = await read(signal);
      if (signal.aborted) return;
      this.#reader.show(messages);
      this.#become({ status: 'ready', messages, error: undefined });
    } catch (cause) {
      if (signal.aborted) return;
      const { messages } = this.#state;
      this.#become({ status: 'error', messages, error: readingError(cause) });
    }
  }

  #become(state: StoredMessagesState<Message>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}

function readingError(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const message =
    `The earlier messages could not be shown: ${errorText(cause)}. Nothing was lost; ` +
    'what is said now is kept behind them. `reload` tries again.';
  return new StoreUnavailableError(message, { cause });
}
