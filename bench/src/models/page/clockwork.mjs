// @ts-check

/** As long as a memory waits for a summary; by it the timer of a summary is known among others. */
export const SUMMARY_LIMIT_MS = 599_999;

/** The platform's clock, with summaries whose time ends at a word. */
export class Clockwork {
  /** @type {(() => void) | undefined} */
  #ring;
  /** @type {number | undefined} */
  #endedMs;

  /** When the time was ended; `undefined` as long as it was not. */
  get endedMs() {
    return this.#endedMs;
  }

  nowMs() {
    return Date.now();
  }

  /**
   * @param {() => void} ring
   * @param {number} delayMs
   */
  startTimer(ring, delayMs) {
    if (delayMs === SUMMARY_LIMIT_MS) this.#ring = ring;
    const timer = setTimeout(ring, delayMs);
    return () => clearTimeout(timer);
  }

  endTime() {
    if (this.#endedMs !== undefined) return;
    this.#endedMs = performance.now();
    this.#ring?.();
  }
}
