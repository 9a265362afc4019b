import { AgentMemoryError, StoreUnavailableError } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import type { StoredReach } from './stored-reach.ts';

/** The messages of a stored conversation, as far as they were read; immutable. */
export interface StoredMessagesState<Message> {
  /**
   * `error`: the last reading failed, and `messages` is what was read before it; or the stored session
   * cannot be read, and `messages` is what this page alone holds. Where the memory gets to it after all,
   * the messages are read again by themselves.
   */
  readonly status: 'loading' | 'ready' | 'error';
  /** Oldest first; `undefined` until they were read once. The list is the caller's own. */
  readonly messages: Message[] | undefined;
  /** Why they could not be read, and what becomes of them. */
  readonly error: AgentMemoryError | undefined;
}

/** The state before anything was read, and on a server. */
export const NOTHING_READ: StoredMessagesState<never> = Object.freeze({
  status: 'loading',
  messages: undefined,
  error: undefined,
});

/** The way to the stored messages, and to anyone who shows them. */
interface Reader<Message> {
  read(signal: AbortSignal): Promise<Message[]>;
  /** Brings the memory to what the store holds. */
  reload(signal: AbortSignal): Promise<void>;
  show(messages: Message[]): void;
  /** How far the memory is with what is stored. */
  reach(): StoredReach;
  /** Why what was read is without the stored messages. */
  unread(): AgentMemoryError | undefined;
  /** Calls back when the memory has changed, until it is stopped. */
  follow(listener: () => void): () => void;
  /** Calls back when another tab's changes are in the memory, until it is stopped. */
  followTabs(listener: () => void): () => void;
}

/**
 * Reads the messages of a stored conversation while somebody listens.
 *
 * - They are read when the first listener comes, by `reload`, and once more each time that another tab has
 *   changed them, or the memory has got to a stored session that was away.
 * - A reading that is overtaken by a newer one, or whose last listener has left, is aborted and changes
 *   nothing.
 */
export class StoredMessages<Message> {
  readonly #reader: Reader<Message>;
  readonly #listeners = new Set<() => void>();
  #state: StoredMessagesState<Message> = NOTHING_READ;
  #reading = new AbortController();
  #wasAway = false;
  #following: readonly (() => void)[] = [];

  constructor(reader: Reader<Message>) {
    this.#reader = reader;
  }

  readonly getState = (): StoredMessagesState<Message> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#begin();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
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

  #begin(): void {
    this.#wasAway = this.#reader.reach() === 'away';
    this.#following = [
      this.#reader.follow(() => this.#followed()),
      this.#reader.followTabs(() => void this.#readMemory()),
    ];
    void this.#readMemory();
  }

  #end(): void {
    for (const stop of this.#following) stop();
    this.#reading.abort();
  }

  /** Reads once more when a stored session is here that was away. */
  #followed(): void {
    const reach = this.#reader.reach();
    if (reach === 'away') this.#wasAway = true;
    if (reach !== 'here' || !this.#wasAway) return;
    this.#wasAway = false;
    void this.#readMemory();
  }

  #readMemory(): Promise<void> {
    return this.#read((signal) => this.#reader.read(signal));
  }

  async #read(read: (signal: AbortSignal) => Promise<Message[]>): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    try {
      const messages = await read(signal);
      if (signal.aborted) return;
      this.#reader.show(messages);
      const error = this.#reader.unread();
      this.#become({ status: error ? 'error' : 'ready', messages, error });
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
