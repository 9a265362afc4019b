import type { DevtoolsChannel } from '../transport/channel.ts';

/** A channel within a test: it hands copies to everybody else, each in a task of its own, in order. */
export interface ChannelHub {
  readonly join: () => DevtoolsChannel;
  /** Everything that was posted, in order. */
  readonly posted: readonly unknown[];
}

/** Makes such a channel. */
export function channelHub(): ChannelHub {
  const ends = new Set<Set<(message: unknown) => void>>();
  const posted: unknown[] = [];
  function join(): DevtoolsChannel {
    const own = new Set<(message: unknown) => void>();
    ends.add(own);
    return {
      post: (message) => {
        const copy: unknown = structuredClone(message);
        posted.push(copy);
        queueMicrotask(() => {
          for (const end of ends) {
            if (end !== own) for (const listener of [...end]) listener(copy);
          }
        });
      },
      listen: (listener) => {
        const hears = (message: unknown) => listener(message);
        own.add(hears);
        return () => void own.delete(hears);
      },
    };
  }
  return { join, posted };
}
