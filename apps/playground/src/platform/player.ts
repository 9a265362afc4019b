import { errorText } from './error-text.ts';
import { nextTask } from './wait.ts';
import { createWatchedValue } from './watched-value.ts';

/** The steps that a player makes. */
export interface Steps {
  /** Makes the next step; gives `false` where none was left. */
  readonly next: () => Promise<boolean>;
  /** Passes the time between two steps that are watched; resolves at once when aborted. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
  /** Makes several steps of a jump as one change. Default: each is a change of its own. */
  readonly together?: (work: () => Promise<boolean>) => Promise<boolean>;
}

export interface Playback {
  /**
   * `stepping`: a single step is under way, and the player pauses after it. `jumping`: on the way to the
   * end without a pause.
   */
  readonly status: 'paused' | 'playing' | 'stepping' | 'jumping';
  /** No step is under way, not even one that was begun before the pause. */
  readonly isAtRest: boolean;
  /** The problem that stopped it, in words. */
  readonly problem?: string | undefined;
}

/** Milliseconds of work after which a jump lets the page draw: below it nobody feels a halt. */
const SLICE_MS = 25;

export type Player = ReturnType<typeof createPlayer>;

/**
 * Makes steps one after another.
 *
 * - One run at a time: a new one begins when the one before it has come to rest.
 * - A run that was paused finishes its step, and what goes wrong in it is still told.
 */
export function createPlayer({ next, pause, together = (work) => work() }: Steps) {
  const state = createWatchedValue<Playback>({ status: 'paused', isAtRest: true });
  let controller = new AbortController();
  let newestRun = Promise.resolve();

  const change = (part: Partial<Playback>): void => state.set({ ...state.get(), ...part });

  async function slice(signal: AbortSignal): Promise<boolean> {
    const endMs = performance.now() + SLICE_MS;
    let isLeft = true;
    while (isLeft && !signal.aborted && performance.now() < endMs) isLeft = await next();
    return isLeft;
  }

  async function run(status: Playback['status'], before: Promise<void>, signal: AbortSignal) {
    await before;
    let isLeft = true;
    while (isLeft && !signal.aborted) {
      isLeft = status === 'jumping' ? await together(() => slice(signal)) : await next();
      if (status === 'stepping') break;
      if (status === 'jumping') await nextTask();
      else if (isLeft && !signal.aborted) await pause(signal);
    }
    if (!signal.aborted) change({ status: 'paused' });
  }

  function begin(status: Playback['status']): void {
    controller.abort();
    controller = new AbortController();
    change({ status, isAtRest: false, problem: undefined });
    const mine: Promise<void> = run(status, newestRun, controller.signal)
      .catch((error: unknown) => {
        // The run that took its place meets the same fault itself, or has overcome it.
        if (newestRun === mine) change({ status: 'paused', problem: errorText(error) });
      })
      .then(() => {
        if (newestRun === mine) change({ isAtRest: true });
      });
    newestRun = mine;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    play: () => begin('playing'),
    step() {
      if (state.get().status === 'paused') begin('stepping');
    },
    toEnd: () => begin('jumping'),
    pause() {
      controller.abort();
      if (state.get().status !== 'paused') change({ status: 'paused' });
    },
    /** Pauses; resolves when the step under way has ended. */
    async dispose() {
      controller.abort();
      await newestRun;
    },
  };
}
