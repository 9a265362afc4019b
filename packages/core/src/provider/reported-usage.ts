/** The usage that the provider reported for a call, in its own tokens. */
export interface ReportedUsage {
  /** Everything it read: system, tools and messages, cached or not. */
  readonly inputTokens: number;
  /** The part of it that came out of its prompt cache. */
  readonly cachedInputTokens?: number;
}
