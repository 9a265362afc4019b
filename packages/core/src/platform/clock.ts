/** Port: the time of day. Default: `Date.now`. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
}

/** The platform's own clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
