/**
 * A line between pages. An implementation owes:
 * - `post` hands a copy to everybody else on the line, in order, and throws where a value cannot be cloned;
 * - `listen` gives the function that stops it; after that its listener hears nothing.
 *
 * Whatever arrives may come from anybody, and is checked by whoever listens.
 */
export interface DevtoolsChannel {
  readonly post: (message: unknown) => void;
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

/** Pages of two releases may be open side by side: another name would part them. */
const CHANNEL_NAME = 'agent-memory:devtools';

const SILENT: DevtoolsChannel = { post: () => undefined, listen: () => () => undefined };

/**
 * All pages of the same origin. Where the platform has no `BroadcastChannel` nobody is heard.
 *
 * @param name Default: the one that apps and the page of the devtools agree on.
 *
 * @example
 * const stop = serveSource(memorySource(memory), tabChannel());
 */
export function tabChannel(name: string = CHANNEL_NAME): DevtoolsChannel {
  if (typeof BroadcastChannel === 'undefined') return SILENT;
  return shared(() => {
    const channel = new BroadcastChannel(name);
    return {
      post: (message) => channel.postMessage(message),
      hear: (listener) => {
        channel.onmessage = ({ data }: MessageEvent<unknown>) => listener(data);
      },
      close: () => channel.close(),
    };
  });
}

/**
 * The other end of a `MessageChannel`: a window, a frame or a worker that was given it.
 *
 * @example
 * const { port1, port2 } = new MessageChannel();
 * const stop = serveSource(memorySource(memory), portChannel(port1));
 * window.postMessage('devtools', location.origin, [port2]); // there: remoteSource(portChannel(port))
 */
export function portChannel(port: MessagePort): DevtoolsChannel {
  return shared(() => ({
    post: (message) => port.postMessage(message),
    hear: (listener) => {
      port.onmessage = ({ data }: MessageEvent<unknown>) => listener(data);
    },
    // The port is its owner's, and can be listened to again.
    close: () => {
      port.onmessage = null;
    },
  }));
}

/** One end of a line, with a single place for a listener. */
interface End {
  readonly post: (message: unknown) => void;
  readonly hear: (listener: (message: unknown) => void) => void;
  readonly close: () => void;
}

/** An end that is open while somebody listens, and for a moment where nobody does. */
function shared(open: () => End): DevtoolsChannel {
  const listeners = new Set<(message: unknown) => void>();
  let end: End | undefined;
  return {
    post: (message) => {
      if (end) {
        end.post(message);
        return;
      }
      const once = open();
      once.post(message);
      once.close();
    },
    listen: (listener) => {
      const own = (message: unknown) => listener(message);
      listeners.add(own);
      if (!end) {
        end = open();
        end.hear((message) => {
          for (const hears of listeners) hears(message);
        });
      }
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        end?.close();
        end = undefined;
      };
    },
  };
}
