/** How a token figure came about. */
export type TokenSource = 'estimated' | 'counted' | 'provider';

/**
 * Counts the tokens of a text. The default stands on js-tiktoken's ranks; any other engine can be
 * plugged in here.
 */
export interface TokenCounter {
  /** Name of the encoding, e.g. `o200k_base`; counts of different encodings never mix. */
  readonly encoding: string;
  readonly source: 'estimated' | 'counted';
  /** Tokens of a text taken as plain text: special-token look-alikes are text. Never throws, linear time, 0 for ''. */
  count(text: string): number;
}
