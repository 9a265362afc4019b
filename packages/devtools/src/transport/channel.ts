import { type Clock, systemClock } from '@agent-memory/core';
import { changeListeners } from '../source/change-listeners.ts';

/**
 * A line between pages. An implementation owes:
 * - `post` hands a copy to everybody else on the line, in order, and throws where a value cannot be cloned;
 * - `listen` gives the function that stops it; after that its listener hears nothing.
 *
 * Whatever arrives may come from anybody, and is checked by anyone who listens.
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
  /** Open while somebody listens, and for a moment where nobody does. */
  let channel: BroadcastChannel | undefined;
  const { tell, subscribe } = changeListeners<[message: unknown]>(() => {
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => tell(data);
    return () => {
      channel?.close();
      channel = undefined;
    };
  });
  return {
    post: (message) => {
      const open = channel ?? new BroadcastChannel(name);
      open.postMessage(message);
      if (open !== channel) open.close();
    },
    listen: subscribe,
  };
}

/** A first sign of life is due after this long. A page that is busy or asleep may need it. */
export const ANSWER_MS = 10_000;

/** A panel that follows something says so this often; a browser may slow it down to once a minute. */
export const ALIVE_MS = 20_000;

/** Silence after which the other side is taken to be gone. */
export const SILENCE_MS = 150_000;

/** Between two states of one panel; changes in between come with the next. */
export const PACE_MS = 50;

/** Calls back once by this clock; gives the function that stops it. */
export function after(clock: Clock, delayMs: number, callback: () => void): () => void {
  return clock.startTimer?.(callback, delayMs) ?? systemClock.startTimer(callback, delayMs);
}

/** Calls back by this clock again and again; gives the function that stops it. */
export function every(clock: Clock, delayMs: number, callback: () => void): () => void {
  let stop = after(clock, delayMs, again);
  function again(): void {
    stop = after(clock, delayMs, again);
    callback();
  }
  return () => stop();
}

/** A name on a channel that nobody else has. */
export function createPeerId(): string {
  // Not `crypto.randomUUID`: pages without https have none.
  return [1, 2].map(() => Math.random().toString(36).slice(2)).join('');
}
