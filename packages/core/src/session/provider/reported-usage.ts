/** The usage that the provider reported for a call, in its own tokens. */
export interface ReportedUsage {
  /** Everything it read: system, tools and messages, cached or not. */
  readonly inputTokens: number;
  /** The part of it that came out of its prompt cache. */
  readonly cachedInputTokens?: number;
  /** Tokens of the answer. They and what follows are for the ledger by model, `state.models`. */
  readonly outputTokens?: number;
  /** The model that answered. Default: the memory's `model`; without either the call has no row. */
  readonly model?: string;
  /** Milliseconds that the call took. */
  readonly ms?: number;
  /** In the currency of the app's prices. */
  readonly cost?: number;
}
