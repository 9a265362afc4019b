import type { TokenSource } from './token-counter.ts';

/** Tokens of one item and how the figure came about. `encoding` says whose tokens they are. */
export interface TokenCount {
  readonly value: number;
  readonly source: TokenSource;
  readonly encoding: string;
}
