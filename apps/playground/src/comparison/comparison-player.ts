import { errorText } from '../app/error-text.ts';
import type { Comparison } from './compare-session.ts';
import type { ComparisonFrame } from './comparison-frame.ts';

/** The state of a comparison that plays. */
export interface ComparisonPlayback {
  readonly status: 'paused' | 'playing' | 'over';
  /** One for each call so far. */
  readonly frames: readonly ComparisonFrame[];
  /** The problem that stopped it, in words. */
  readonly problem: string | undefined;
}

/** Plays a comparison call by call. Every replay computes all of it anew. */
export interface ComparisonPlayer {
  getState(): ComparisonPlayback;
  subscribe(listener: () => void): () => void;
  /** Goes on, or once it is over plays it again from the start. */
  play(): void;
  pause(): void;
  /** Pauses, and shows the next call. */
  step(): void;
  /** Pauses, and shows the call before. */
  back(): void;
  /** Goes on to the last call without a pause. */
  toEnd(): void;
  /** Ends it for good. */
  dispose(): void;
}

const AT_START: ComparisonPlayback = { status: 'paused', frames: [], problem: undefined };

/**
 * Makes a player that stands at the start.
 *
 * - One call at a time: a run that was paused finishes its call, and the next run begins behind it.
 * - A problem stops it, and is told; playing again tries anew from the start.
 *
 * @param begin begins the comparison.
 * @param wait passes the time for which the newest frame is shown; resolves at once when aborted.
 */
export function createComparisonPlayer(
  begin: () => Promise<Comparison>,
  wait: (frames: readonly ComparisonFrame[], signal: AbortSignal) => Promise<void>,
): ComparisonPlayer {
  const listeners = new Set<() => void>();
  let state = AT_START;
  let comparison: Comparison | undefined;
  /** Every call that was computed; the first of them are shown. */
  let computed: readonly ComparisonFrame[] = [];
  let controller = new AbortController();
  let newestRun = Promise.resolve();

  const set = (change: Partial<ComparisonPlayback>): void => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };

  function startAnew(): void {
    // Its memory holds nothing that anybody comes back to.
    void comparison?.dispose();
    comparison = undefined;
    computed = [];
    set(AT_START);
  }

  /** Shows one more call; tells whether there was none left. */
  async function showNext(): Promise<boolean> {
    if (computed.length === state.frames.length) {
      comparison ??= await begin();
      const frame = await comparison.next();
      if (frame) computed = [...computed, frame];
    }
    const isOver = computed.length === state.frames.length;
    set(isOver ? { status: 'over' } : { frames: computed.slice(0, state.frames.length + 1) });
    return isOver;
  }

  async function run(signal: AbortSignal, hasPauses: boolean): Promise<void> {
    while (!signal.aborted) {
      if (await showNext()) return;
      if (hasPauses) await wait(state.frames, signal);
    }
  }

  /** Does work behind the run before it, unless other work overtakes it. */
  function next(work: (signal: AbortSignal) => unknown): void {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    newestRun = newestRun
      .then(async () => {
        if (!signal.aborted) await work(signal);
      })
      .catch((error: unknown) => {
        if (!signal.aborted) set({ status: 'paused', problem: errorText(error) });
      });
  }

  function start(hasPauses: boolean): void {
    const isAgain = state.status === 'over' || state.problem !== undefined;
    set({ status: 'playing', problem: undefined });
    next((signal) => {
      if (isAgain) startAnew();
      set({ status: 'playing' });
      return run(signal, hasPauses);
    });
  }

  function pause(): void {
    controller.abort();
    if (state.status === 'playing') set({ status: 'paused' });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    play: () => start(true),
    toEnd: () => start(false),
    pause,
    step() {
      if (state.status === 'over' || state.problem !== undefined) return;
      pause();
      next(showNext);
    },
    back() {
      if (state.frames.length < 2) return;
      pause();
      set({ status: 'paused' });
      next(() => set({ frames: computed.slice(0, Math.max(1, state.frames.length - 1)) }));
    },
    dispose() {
      controller.abort();
      newestRun = newestRun.then(() => comparison?.dispose());
    },
  };
}
