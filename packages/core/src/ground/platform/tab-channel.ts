/** A channel between the tabs of one origin, as far as the platform has any. */
export interface TabChannel {
  /** Never throws: what was stored is stored, whether or not another tab can be told. */
  tell(message: unknown): void;
  close(): void;
}

/** The part of the platform's channel that is needed. */
interface Channel {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
  /** Elsewhere than in a browser an open channel would keep the program from ending. */
  unref?(): void;
}

/**
 * Opens a channel; `undefined` where the platform has none, or the browser denies it. What it cannot post
 * reaches nobody, as where there is none.
 */
export function openTabChannel(
  name: string,
  onMessage: (message: unknown) => void,
): TabChannel | undefined {
  try {
    // Core is compiled without the types of any platform.
    const { BroadcastChannel } = globalThis as {
      readonly BroadcastChannel?: new (name: string) => Channel;
    };
    if (!BroadcastChannel) return undefined;
    const channel = new BroadcastChannel(name);
    channel.unref?.();
    channel.onmessage = ({ data }) => onMessage(data);
    return {
      tell: quietly((message) => channel.postMessage(message)),
      close: quietly(() => channel.close()),
    };
  } catch {
    return undefined;
  }
}

/** The browser may deny what it had granted, and there is nobody to whom that matters. */
function quietly(work: (message?: unknown) => void): (message?: unknown) => void {
  return (message) => {
    try {
      work(message);
    } catch {
      // Nobody is told.
    }
  };
}
