import type { Clock } from '@agent-memory/core';
import { startTimer } from '@agent-memory/core/internal';

/** A first sign of life is due after this long. A page that is busy or asleep may need it. */
export const ANSWER_MS = 10_000;

/** A panel that follows something says so this often; a browser may slow it down to once a minute. */
export const ALIVE_MS = 20_000;

/** Silence after which the other side is taken to be gone. */
export const SILENCE_MS = 150_000;

/** Between two states of one panel; whatever happens meanwhile comes with the next. */
export const PACE_MS = 50;

/** Calls back once by this clock; gives the function that stops it. */
export function after(clock: Clock, delayMs: number, callback: () => void): () => void {
  return clock.startTimer ? clock.startTimer(callback, delayMs) : startTimer(callback, delayMs);
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
