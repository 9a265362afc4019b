type Values = Readonly<Record<string, unknown>>;

/** The values that make web-llm keep a window of so many tokens, and no sliding one. */
export function windowOverrides(contextWindow: number | undefined): Values {
  if (contextWindow === undefined) return {};
  return { context_window_size: contextWindow, sliding_window_size: -1 };
}

/** Tokens of a request and its answer together, as web-llm takes them of its configurations. */
export function windowOf(...configurations: readonly unknown[]): number {
  const merged: Values = Object.assign({}, ...configurations);
  const { context_window_size: fixed, sliding_window_size: sliding } = merged;
  const sizes = [fixed, sliding].filter((size) => typeof size === 'number' && size > 0);
  return Number(sizes[0] ?? 0);
}
