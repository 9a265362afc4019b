import {
  AgentMemoryError,
  type MemoryStore,
  type SessionInfo,
  StoreUnavailableError,
} from '@agent-memory/core';
import { onNextFrame } from '../on-next-frame.ts';
import { onStoreChange } from '../store-news.ts';

/** The sessions of a store as a list shows them; immutable. */
export interface SessionListState {
  /** `error`: the last reading failed; `sessions` is what was read before it. */
  readonly status: 'loading' | 'ready' | 'error';
  /** Newest update first. */
  readonly sessions: readonly SessionInfo[];
  /** Why the list could not be read. */
  readonly error: AgentMemoryError | undefined;
}

/** What is shown before anything was read, and on a server. */
export const NOTHING_READ: SessionListState = Object.freeze({
  status: 'loading',
  sessions: Object.freeze([]),
  error: undefined,
});

/**
 * What a store's sessions are, for as long as somebody shows them.
 *
 * - Read when the first listener comes, when a memory of this page has written, and when asked.
 * - A reading that was overtaken by a newer one changes nothing.
 */
export class SessionList {
  readonly #store: MemoryStore;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING_READ;
  #readings = 0;
  #stopFollowing: (() => void) | undefined;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  readonly getState = (): SessionListState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      this.#stopFollowing = this.#follow();
      void this.refresh();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopFollowing?.();
    };
  };

  /** Reads the list again. Never rejects: what goes wrong is in the state. */
  readonly refresh = async (): Promise<void> => {
    const reading = ++this.#readings;
    const read = await this.#read();
    if (reading !== this.#readings) return;
    this.#state = read;
    for (const listener of [...this.#listeners]) listener();
  };

  async #read(): Promise<SessionListState> {
    try {
      return { status: 'ready', sessions: await this.#store.list(), error: undefined };
    } catch (cause) {
      return { status: 'error', sessions: this.#state.sessions, error: listingError(cause) };
    }
  }

  /** Reads again with the frame after a commit; a turn of a chat makes several. */
  #follow(): () => void {
    let cancel: (() => void) | undefined;
    const stop = onStoreChange(this.#store, () => {
      cancel ??= onNextFrame(() => {
        cancel = undefined;
        void this.refresh();
      });
    });
    return () => {
      stop();
      cancel?.();
    };
  }
}

function listingError(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailableError(`The sessions could not be listed: ${reason}`, { cause });
}

const lists = new WeakMap<MemoryStore, SessionList>();

/** The one list of a store, shared by every component that shows it. */
export function sessionListOf(store: MemoryStore): SessionList {
  const list = lists.get(store) ?? new SessionList(store);
  lists.set(store, list);
  return list;
}
