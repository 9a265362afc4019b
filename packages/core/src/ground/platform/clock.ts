interface Timers {
  readonly setTimeout?: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout?: (timer: unknown) => void;
}

/** Port: the time of day, and time to come. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Calls back once after so many milliseconds; gives the function that stops it. Default: the platform's timer. */
  startTimer?(callback: () => void, delayMs: number): () => void;
  /**
   * The milliseconds by which long work is cut into slices, from any start: for a clock whose `nowMs`
   * stands still while it is done. Default: `nowMs`.
   */
  workMs?(): number;
}

/**
 * The platform's own clock.
 *
 * @example
 * const { nowMs } = systemClock;
 * const oneHourAhead: Clock = { ...systemClock, nowMs: () => nowMs() + 3_600_000 };
 */
export const systemClock: Clock & Required<Pick<Clock, 'startTimer'>> = {
  nowMs: () => Date.now(),
  startTimer,
};

/** About 25 days; a platform's timer that is given more rings at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The platform's timer; every browser and Node has one, and where there is none it never rings. */
export function startTimer(callback: () => void, delayMs: number): () => void {
  const { setTimeout, clearTimeout } = globalThis as Timers;
  const timer = setTimeout?.(callback, Math.min(delayMs, LONGEST_DELAY_MS));
  return () => clearTimeout?.(timer);
}

/** The timer of a clock; the platform's where it has none. */
export function startTimerOn(clock: Clock, callback: () => void, delayMs: number): () => void {
  return clock.startTimer ? clock.startTimer(callback, delayMs) : startTimer(callback, delayMs);
}

/** Resolves after so many milliseconds. */
export function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    startTimerOn(clock, resolve, delayMs);
  });
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: undefined): void;
  close(): void;
}

interface Channels {
  readonly MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
}

/**
 * Goes on in a task of its own, behind those that wait already: input, drawing, answers of the
 * network. Unlike nested timers, messages are not held back to one in four milliseconds. Where there
 * are no messages, nothing is let through and it resolves at once.
 */
export function nextTask(): Promise<void> {
  const { MessageChannel } = globalThis as Channels;
  if (!MessageChannel) return Promise.resolve();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      // An open port keeps some platforms from ending.
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
