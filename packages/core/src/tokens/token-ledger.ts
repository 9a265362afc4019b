/**
 * The reports of providers, learned as a line: reported tokens = `factor` × our count +
 * `reservedTokens` [TOK-5]. One ledger serves trigger, cut and display.
 */
export interface TokenLedger {
  /** Tokens of the provider's for one of ours, 0.5 to 2, in steps of 1/64. */
  readonly factor: number;
  /** Tokens that the server adds to each request: its system prompt and tools, in tokens. */
  readonly reservedTokens: number;
  /** The newest report that was learned from. */
  readonly last?: TokenUsage;
  /** How many reports were taken. */
  readonly reports: number;
}

/** One call: what we counted and what the provider counted. In tokens. */
export interface TokenUsage {
  /** Our count of what was sent, without anything reserved. */
  readonly plannedTokens: number;
  /** The provider's input tokens for it, cached ones included. */
  readonly reportedTokens: number;
  /** How many of the reported tokens the provider had cached. */
  readonly cachedTokens?: number;
}

/**
 * A ledger before any report. `reservedTokens` is what the caller declared that a server adds, 0 if
 * nothing; `factor` is that of the model's family, 1 where its own tokens are counted.
 */
export function newLedger(reservedTokens: number, factor = 1): TokenLedger {
  return { factor, reservedTokens, reports: 0 };
}

/** Our count → what the provider will report, rounded up. */
export function predictedTokens(ledger: TokenLedger, plannedTokens: number): number {
  return Math.ceil(ledger.factor * plannedTokens) + ledger.reservedTokens;
}
