import { type Clock, startTimerOn } from '../../ground/platform/clock.ts';

/** The wait before the first try; each further one is twice as long, up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Tries again by itself what a store did not take, at longer and longer intervals. */
export class OwedRetry {
  readonly #clock: Clock;
  readonly #attempt: () => void;
  #waitMs = FIRST_WAIT_MS;
  #stopTimer: (() => void) | undefined;
  #isOver = false;

  constructor(clock: Clock, attempt: () => void) {
    this.#clock = clock;
    this.#attempt = attempt;
  }

  /** Sees to it that there is a next try. */
  plan(): void {
    if (this.#stopTimer || this.#isOver) return;
    const ring = () => {
      this.#stopTimer = undefined;
      this.#attempt();
    };
    this.#stopTimer = startTimerOn(this.#clock, ring, this.#waitMs);
    this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS);
  }

  /** There is nothing to try any more; the next trouble begins with the shortest wait. */
  rest(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#waitMs = FIRST_WAIT_MS;
  }

  /** Plans nothing from now on. */
  end(): void {
    this.rest();
    this.#isOver = true;
  }
}
