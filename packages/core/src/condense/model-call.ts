/** One call of a model, measured: plain data, without a word of what was said. */
export interface ModelCall {
  readonly model: string;
  /** `user` where a person waited; `background` for work such as a summary. */
  readonly purpose: 'user' | 'background';
  /** Milliseconds since 1970 when it was asked. */
  readonly atMs: number;
  /** Tokens that the model read, cached ones included; absent where it did not report them. */
  readonly inputTokens?: number;
  /** Those of them that came out of a prompt cache. */
  readonly cachedInputTokens?: number;
  /** Tokens that the model wrote; absent where it did not report them. */
  readonly outputTokens?: number;
  /** Milliseconds from the question to the end. */
  readonly ms: number;
  /** Milliseconds from the question to the first piece of the answer; absent where none came, or nobody listened. */
  readonly firstMs?: number;
  /** By the price that was given, in its currency; absent without a price or without reported tokens. */
  readonly cost?: number;
  readonly outcome: CallOutcome;
}

/** The end of a call. `code` is that of an error of this library. */
export type CallOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'failed'; readonly code?: string };

/** The calls of one model, summed up; no sum grows beyond 1e12. */
export interface ModelTotals {
  /** Its name, cut at 200 characters. Beyond 100 models, all further ones share the row `others`. */
  readonly model: string;
  /** All calls, however they ended. */
  readonly calls: number;
  readonly failed: number;
  readonly aborted: number;
  /** Calls of the background among them. */
  readonly background: number;
  /** Calls whose tokens the model did not report: the sums below lack them. */
  readonly unreported: number;
  readonly inputTokens: number;
  /** Input tokens that came out of a prompt cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  /** Milliseconds of all calls together. */
  readonly ms: number;
  /** The sum of the costs that are known, in the currency of the prices. */
  readonly cost: number;
}
