import {
  AgentMemoryError,
  type MemoryStore,
  type SessionInfo,
  StoreUnavailableError,
} from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { onCommit } from '../open-sessions/open-session-store.ts';
import { onNextFrame } from '../state/on-next-frame.ts';

/** The sessions of a store as a list shows them; immutable. */
export interface SessionListState {
  /** `error`: the last reading failed; `sessions` is what was read before it. */
  readonly status: 'loading' | 'ready' | 'error';
  /** Newest update first. */
  readonly sessions: readonly SessionInfo[];
  /** Why the list could not be read. */
  readonly error: AgentMemoryError | undefined;
}

/** The state before anything was read, and on a server. */
export const NOTHING_READ: SessionListState = Object.freeze({
  status: 'loading',
  sessions: Object.freeze([]),
  error: undefined,
});

/**
 * The list of a store's sessions, kept up to date while somebody listens.
 *
 * - It is read when the first listener comes, when a memory of this page has written, and by `refresh`.
 * - A reading that is overtaken by a newer one changes nothing.
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

  /** Reads the list again. Never rejects: an error shows in the state. */
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

  /** Reads again in the frame after a commit, once for several commits. */
  #follow(): () => void {
    let cancel: (() => void) | undefined;
    const stop = onCommit(this.#store, () => {
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
  const message = `The sessions could not be listed: ${errorText(cause)}`;
  return new StoreUnavailableError(message, { cause });
}

const lists = new WeakMap<MemoryStore, SessionList>();

/** The one list of a store, shared by every component that shows it. */
export function sessionListOf(store: MemoryStore): SessionList {
  const list = lists.get(store) ?? new SessionList(store);
  lists.set(store, list);
  return list;
}
