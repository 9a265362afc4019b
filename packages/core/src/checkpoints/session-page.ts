/** Port: the page that a session is open in, as its end needs it. */
export interface SessionPage {
  /** Nobody can see it: another tab, another window, a locked screen. */
  isHidden(): boolean;
  /** Calls back when that changes, and with `close` when the page goes away; gives the function that stops it. */
  onChange(listener: (change: 'visibility' | 'close') => void): () => void;
}

/** The part of a platform's events that is needed. */
interface EventSource {
  addEventListener?(type: string, listener: () => void): void;
  removeEventListener?(type: string, listener: () => void): void;
}

interface Platform extends EventSource {
  readonly document?: EventSource & { readonly visibilityState?: string };
}

/** The page of the platform; in Node and in workers there is none, and nothing of it is ever told. */
export function pageOfPlatform(): SessionPage {
  // Core is compiled without the types of any platform.
  const platform = globalThis as Platform;
  const { document } = platform;
  return {
    isHidden: () => document?.visibilityState === 'hidden',
    onChange(listener) {
      const visibility = () => listener('visibility');
      // A page that is kept for the way back is gone as well: it may be thrown away without a word.
      const close = () => listener('close');
      document?.addEventListener?.('visibilitychange', visibility);
      if (document) platform.addEventListener?.('pagehide', close);
      return () => {
        document?.removeEventListener?.('visibilitychange', visibility);
        platform.removeEventListener?.('pagehide', close);
      };
    },
  };
}
