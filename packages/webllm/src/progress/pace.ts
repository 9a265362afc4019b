/** Milliseconds until all is done, at the pace so far; `undefined` until there is one. */
export function leftMs(pace: {
  readonly elapsedMs: number;
  /** Of the same unit: what was done since the beginning, and what there is still to do. */
  readonly done: number;
  readonly left: number;
}): number | undefined {
  const { elapsedMs, done, left } = pace;
  return done > 0 ? Math.round((elapsedMs / done) * left) : undefined;
}
