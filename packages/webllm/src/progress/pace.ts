/** Milliseconds until all is done, at the pace so far; `undefined` until there is one. */
export function leftMs(pace: {
  readonly elapsedMs: number;
  /** Done since the beginning, in the unit of `left`. */
  readonly done: number;
  readonly left: number;
}): number | undefined {
  const { elapsedMs, done, left } = pace;
  return done > 0 ? Math.round((elapsedMs / done) * left) : undefined;
}
