import type { StoreNews } from '@agent-memory/core';
import { callListener, threads } from '@agent-memory/core/internal';

/** PERSISTED in the sense that tabs of two releases may run side by side. */
const CHANNEL = 'agent-memory:sessions:';

/** A browser that clears data is done by then, and anyone who deletes a database has made it again. */
const SETTLED_MS = 1_000;

type Listener = (news: StoreNews) => void;

/** The news of one store object to those of other tabs: ids of sessions, and no text. */
interface TabMessage extends StoreNews {
  readonly sessionId: string;
}

/** Word between the store objects on one database, in whichever tab [NS-2]. */
export class SessionNews {
  readonly databaseName: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #channel: threads.TabChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(databaseName: string) {
    this.databaseName = databaseName;
  }

  /** Tells the others; where the platform has no channels, denies them, or this one is closed, nobody. */
  tell(sessionId: string, news: StoreNews): void {
    this.#open()?.tell({ sessionId, ...news } satisfies TabMessage);
  }

  /** The browser or somebody else has taken the database away: what is left is to be looked at soon. */
  databaseGone(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lookAgain(), SETTLED_MS);
  }

  watch(sessionId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(sessionId) ?? new Set();
    this.#listeners.set(sessionId, listeners.add(listener));
    this.#open();
    pageOfPlatform()?.addEventListener('visibilitychange', this.#onVisible);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(sessionId);
      if (this.#listeners.size === 0) this.#forgetPage();
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#forgetPage();
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Whatever is stored may have changed without a word. */
  #lookAgain(): void {
    for (const listeners of [...this.#listeners.values()]) callAll(listeners, { kind: 'changed' });
  }

  #forgetPage(): void {
    pageOfPlatform()?.removeEventListener('visibilitychange', this.#onVisible);
  }

  #open(): threads.TabChannel | undefined {
    if (this.#isClosed) return undefined;
    this.#channel ??= threads.openTabChannel(CHANNEL + this.databaseName, (data) =>
      this.#hear(data),
    );
    return this.#channel;
  }

  #hear(data: unknown): void {
    if (!isTabMessage(data)) return;
    const { sessionId, ...news } = data;
    callAll(this.#listeners.get(sessionId) ?? new Set(), news);
  }

  readonly #onVisible = (): void => {
    if (pageOfPlatform()?.visibilityState === 'visible') this.#lookAgain();
  };
}

function callAll(listeners: ReadonlySet<Listener>, news: StoreNews): void {
  for (const listener of [...listeners]) callListener(() => listener(news));
}

/** A worker and a server have none. */
function pageOfPlatform(): Document | undefined {
  return (globalThis as { readonly document?: Document }).document;
}

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false;
  const { sessionId, kind }: Partial<Record<keyof TabMessage, unknown>> = data;
  return typeof sessionId === 'string' && (kind === 'changed' || kind === 'deleted');
}
