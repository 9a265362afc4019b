import type { AbortSignalLike } from '@agent-memory/core';
import type { Endpoint } from './endpoint.ts';
import { watchForSilence } from './watch-for-silence.ts';

/** How long after its last word a server may keep the line open, to report its usage. */
const TAIL_MS = 5_000;

/** The time from a request to the end of its answer. */
export interface Exchange {
  /** Aborts with the caller's signal, and when nothing arrived for too long. */
  readonly signal: AbortSignal;
  /** Whether it was given up because nothing arrived. */
  isTimedOut(): boolean;
  /** Something of the answer arrived. `isOver`: the last word was said, and its usage is waited for but briefly. */
  heard(isOver?: boolean): void;
  /** Ends the wait, and what is left of the request. */
  close(): void;
}

/** The bounds of a wait, and its clock. */
type Patience = Pick<Endpoint, 'timeoutMs' | 'silenceMs'> & {
  readonly connection: Pick<Endpoint['connection'], 'clock'>;
};

/** Begins the wait for an answer. */
export function openExchange(
  { connection: { clock }, timeoutMs, silenceMs }: Patience,
  request: {
    readonly signal?: AbortSignalLike;
    readonly onSilence?: (isSilent: boolean) => void;
  },
): Exchange {
  const controller = new AbortController();
  let isTimedOut = false;
  const giveUp = (): void => {
    isTimedOut = true;
    controller.abort();
  };
  const watchUntil = (limitMs: number) =>
    watchForSilence(clock, limitMs, (isSilent) => isSilent && giveUp());
  const tellSilence = (isSilent: boolean): void => {
    if (!request.signal?.aborted) request.onSilence?.(isSilent);
  };
  const silence = watchForSilence(clock, silenceMs, tellSilence);
  let limit = watchUntil(timeoutMs);
  let isInTail = false;
  const passOn = (): void => controller.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', passOn);
  return {
    signal: controller.signal,
    isTimedOut: () => isTimedOut,
    heard(isOver = false) {
      silence.heard();
      // A server that continues with signs of life puts off no end that was reached.
      if (isInTail) return;
      if (!isOver) return limit.heard();
      isInTail = true;
      limit.stop();
      limit = watchUntil(Math.min(TAIL_MS, timeoutMs));
    },
    close() {
      limit.stop();
      request.signal?.removeEventListener('abort', passOn);
      controller.abort();
      silence.stop();
    },
  };
}
